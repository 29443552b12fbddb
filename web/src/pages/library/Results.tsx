/** How a person's games ended, by opponent, and ratings over time. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RatingCurve, Statistics } from "../../api/types";
import { useCatalog } from "../../state/catalog";
import { plural } from "../../state/format";
import { complain } from "../../state/messages";
import { parseSpec, specTitle } from "../../state/spec";
import { ratingPath } from "./ratingPath";

const WIDTH = 320;
const HEIGHT = 90;

export function Results({ query, version }: { query: string; version: number }) {
  const [found, setFound] = useState<Statistics | null>(null);
  const games = useCatalog()?.games ?? [];
  useEffect(() => {
    let current = true;
    api
      .statistics(query)
      .then((statistics) => {
        if (current) setFound(statistics);
      })
      .catch(complain);
    return () => {
      current = false;
    };
  }, [query, version]);
  if (found === null || found.tallies.length === 0) return null;

  const nameOf = (spec: string, opponent: string): string => {
    const levels = games.find((game) => game.name === parseSpec(spec).name)?.levels ?? [];
    return levels.find((level) => level.id === opponent)?.title ?? opponent;
  };
  return (
    <section class="card" aria-labelledby="results-title">
      <h2 id="results-title">Your results</h2>
      <div class="wide-table">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Opponent</th>
              <th scope="col">Won</th>
              <th scope="col">Lost</th>
              <th scope="col">Drawn</th>
            </tr>
          </thead>
          <tbody>
            {found.tallies.map((one) => (
              <tr key={`${one.spec} ${one.opponent} ${one.kind}`}>
                <td>{specTitle(one.spec)}</td>
                <td>{nameOf(one.spec, one.opponent)}</td>
                <td>{one.won}</td>
                <td>{one.lost}</td>
                <td>{one.drawn}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.ratings.map((curve) => (
        <Rating key={curve.spec} curve={curve} />
      ))}
    </section>
  );
}

function Rating({ curve }: { curve: RatingCurve }) {
  const ratings = curve.games.map((game) => game.rating);
  const now = Math.round(ratings.at(-1) ?? 0);
  const where = now === 0 ? "level with" : `${Math.abs(now)} Elo points ${now > 0 ? "above" : "below"}`;
  const words = `${specTitle(curve.spec)}: ${where} ${curve.anchor}, after ${plural(ratings.length, "rated game")}`;
  return (
    <figure class="rating-curve">
      <figcaption>{words}.</figcaption>
      {ratings.length > 1 ? (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
          <path d={ratingPath(ratings, WIDTH, HEIGHT)} />
        </svg>
      ) : null}
    </figure>
  );
}
