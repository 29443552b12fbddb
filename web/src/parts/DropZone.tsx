/** An SGF file, or a Python file with a game, can be dropped anywhere on any page. */
import { useEffect, useState } from "preact/hooks";
import { openSgf } from "../state/openSgf";
import { addGameFile, isGameFile } from "../state/ownGames";

export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) void (isGameFile(file) ? addGameFile(file) : openSgf(file));
    };
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return over ? (
    <div class="drop-zone" aria-hidden="true">
      <p>Drop a game record (SGF) to analyse it, or a Python file to add its game</p>
    </div>
  ) : null;
}
