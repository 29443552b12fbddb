/** The end of a coupon game: what perfect play would have given, and where points were lost. */
import type { CouponView } from "../../api/types";
import { Icon } from "../../parts/Icon";

interface Props {
  review: NonNullable<CouponView["review"]>;
  person: 0 | 1;
  /** Plays on from before a move. */
  onAgain: (ply: number) => void;
}

export function CouponReview({ review, person, onAgain }: Props) {
  const own = review.losses.filter((loss) => loss.player === person);
  const others = review.losses.filter((loss) => loss.player !== person);
  return (
    <section class="card" aria-labelledby="coupon-review">
      <h2 id="coupon-review">Result: {review.score_text}</h2>
      <div class={`train-answer ${review.person_lost ? "is-wrong" : "is-right"}`}>
        <p>
          Perfect play by both would have given {review.perfect_text}.{" "}
          {review.person_lost
            ? `You gave away ${review.lost[person]} in ${own.length === 1 ? "one move" : `${own.length} moves`}.`
            : "You gave nothing away."}
          {others.length > 0 ? ` The program gave away ${review.lost[1 - person]}.` : ""}
        </p>
      </div>
      {review.losses.length === 0 ? null : (
        <ol class="loss-list">
          {review.losses.map((loss) => (
            <li key={loss.ply}>
              <p>
                Move {loss.ply + 1},{" "}
                <span class={`coloured-move player-${loss.player}`}>
                  {loss.player === person ? "you" : "the program"}: {loss.text}
                </span>{" "}
                lost <b>{loss.lost_text}</b>; better was {loss.better_text}.
              </p>
              <p class="quiet-text">{loss.rule}</p>
              {loss.player === person ? (
                <button
                  type="button"
                  class="button small"
                  aria-label={`Try move ${loss.ply + 1} again`}
                  onClick={() => onAgain(loss.ply)}
                >
                  <Icon name="undo" /> Try it again
                </button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
