/** The table of a tournament, and who won how much against whom. */
import type { TournamentView } from "../../api/types";
import { Portrait } from "../../parts/Portrait";
import { characterOf } from "../../state/characters";

function PlayerName({ view, player }: { view: TournamentView; player: number }) {
  const character = characterOf(view.players[player]?.level);
  return (
    <span class="entrant-name">
      {character ? <Portrait character={character} /> : null}
      {view.names[player]}
    </span>
  );
}

export function Standings({ view }: { view: TournamentView }) {
  const failed = view.standings.some((row) => row.failures > 0);
  return (
    <div class="table-scroll" tabIndex={0}>
      <table class="table standings">
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Points</th>
            <th scope="col">Won – drawn – lost</th>
            <th scope="col">Elo</th>
            {failed ? <th scope="col">Failed</th> : null}
          </tr>
        </thead>
        <tbody>
          {view.standings.map((row) => (
            <tr key={row.player}>
              <th scope="row">
                <PlayerName view={view} player={row.player} />
              </th>
              <td>
                <b>{row.points}</b> / {row.games}
              </td>
              <td>
                {row.wins} – {row.draws} – {row.losses}
              </td>
              <td>
                {row.elo === null || row.error === null ? "–" : `${signed(row.elo)} ± ${Math.round(row.error)}`}
              </td>
              {failed ? <td>{row.failures}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function signed(elo: number): string {
  const whole = Math.round(elo);
  return whole > 0 ? `+${whole}` : String(whole).replace("-", "−");
}

export function CrossTable({ view }: { view: TournamentView }) {
  const order = view.standings.map((row) => row.player);
  return (
    <div class="table-scroll" tabIndex={0}>
      <table class="table cross-table">
        <thead>
          <tr>
            <th scope="col">Points against</th>
            {order.map((player) => (
              <th key={player} scope="col">
                {view.names[player]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((player) => (
            <tr key={player}>
              <th scope="row">{view.names[player]}</th>
              {order.map((other) => (
                <td key={other} class={player === other ? "is-self" : ""}>
                  {player === other ? "" : (view.points[player]?.[other] ?? "–")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
