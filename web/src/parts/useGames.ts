/** A list of games that grows page by page. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../api/client";
import type { GamesFound, GameSummary } from "../api/types";
import { queryOf, type GameFilter } from "../state/library";
import { complain, toast } from "../state/messages";

export interface Games {
  /** Null while the first page loads. */
  found: GamesFound | null;
  /** Fetches older games; null at the end. */
  more: (() => void) | null;
  remove: (game: GameSummary) => Promise<void>;
  /** Fetches the list again. */
  refresh: () => void;
}

export function useGames(filter: GameFilter, page: number): Games {
  const [found, setFound] = useState<GamesFound | null>(null);
  const [turn, setTurn] = useState(0);
  const query = queryOf(filter);

  useEffect(() => {
    let current = true;
    api
      .library(queryOf(filter, { limit: page }))
      .then((list) => {
        if (current) setFound(list);
      })
      .catch(complain);
    return () => {
      current = false;
    };
  }, [query, page, turn]);

  const before = found?.next_before ?? null;
  const fetchMore = (): void => {
    api
      .library(queryOf(filter, { limit: page, before }))
      .then((list) => setFound((old) => ({ ...list, games: [...(old?.games ?? []), ...list.games] })))
      .catch(complain);
  };
  const remove = async (game: GameSummary): Promise<void> => {
    try {
      await api.deleteGame(game.id);
      setFound(
        (old) => old && { ...old, total: old.total - 1, games: old.games.filter((each) => each.id !== game.id) },
      );
      toast("The game was deleted.");
    } catch (error) {
      complain(error);
    }
  };
  return { found, more: before === null ? null : fetchMore, remove, refresh: () => setTurn((old) => old + 1) };
}
