/** A line through ratings, oldest first, as the path of an SVG of this size; higher is better. */
export function ratingPath(ratings: readonly number[], width: number, height: number): string {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const margin = 4;
  const x = (index: number): number => margin + ((width - 2 * margin) * index) / Math.max(1, ratings.length - 1);
  const y = (rating: number): number =>
    high === low ? height / 2 : margin + ((height - 2 * margin) * (high - rating)) / (high - low);
  return ratings
    .map((rating, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(rating).toFixed(1)}`)
    .join("");
}
