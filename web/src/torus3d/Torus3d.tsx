/** The torus in space. The drawing library is large and only loaded when somebody wants to see it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Offset } from "../board/torus";
import type { BoardProps } from "../board/types";
import type { Scene } from "./scene";

interface Props extends BoardProps {
  offset: Offset;
}

export function Torus3d(props: Props) {
  const box = useRef<HTMLDivElement | null>(null);
  const scene = useRef<Scene | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");

  useEffect(() => {
    let gone = false;
    void import("./scene")
      .then(({ Scene }) => {
        if (gone || box.current === null) return;
        scene.current = new Scene(box.current, props.game.rows, props.game.columns, (point) => {
          const { active, position, onPlay, onRefused } = latest.current;
          if (active && position.legal.includes(point)) onPlay?.(point);
          else onRefused?.(point);
        });
        setState("ready");
      })
      .catch((error: unknown) => {
        console.warn(error);
        if (!gone) setState("failed");
      });
    return () => {
      gone = true;
      scene.current?.close();
      scene.current = null;
    };
  }, [props.game.spec]);

  useEffect(() => {
    const { position, active, overlay } = props;
    scene.current?.show({
      stones: position.stones ?? [],
      last: position.last_move,
      ghost: active ? position.colour_to_place : null,
      legal: new Set(position.legal),
      hint: overlay?.hint ?? overlay?.candidates?.[0]?.move ?? null,
      lit: position.highlight,
      offset: props.offset,
    });
  }, [state, props.position, props.active, props.overlay, props.offset]);

  return (
    <div
      class="torus3d"
      ref={box}
      role="img"
      aria-label={`${props.label}, as a torus in space. Use the flat board to play with the keyboard.`}
    >
      {state === "loading" ? <p class="torus3d-note">Loading the 3-D view…</p> : null}
      {state === "failed" ? (
        <p class="torus3d-note">This browser cannot draw in 3-D. The flat board shows the same.</p>
      ) : null}
    </div>
  );
}
