/** Short games for the pictures of the start page. */

export interface Demo {
  board: "stones" | "lines";
  size: number;
  wraps?: boolean;
  /** Whether stones stand in squares, and captured ones are turned over instead of taken off. */
  turns?: boolean;
  /** Stones that stand there at the start: of the first player, of the second. */
  start?: readonly [readonly number[], readonly number[]];
  /** Each step a move and the stones it captures. */
  steps: readonly (readonly number[])[];
}

/** Whether there is a game to be shown; others are told in words. */
export const hasDemo = (game: string): boolean => game in DEMOS;

export const DEMOS: Record<string, Demo> = {
  torus: {
    board: "stones",
    size: 7,
    wraps: true,
    steps: [[40], [48], [0, 48], [47], [39], [31, 39], [32], [24], [16, 24], [33], [48], [42], [38], [41], [35], [6]],
  },
  go: {
    board: "stones",
    size: 9,
    steps: [
      [40],
      [38],
      [48],
      [47],
      [30],
      [29],
      [21],
      [20],
      [60],
      [51],
      [50],
      [61],
      [70],
      [52],
      [69],
      [41],
      [49],
      [32],
      [11],
      [10],
      [12],
      [23],
    ],
  },
  gomoku: {
    board: "stones",
    size: 9,
    steps: [
      [40],
      [32],
      [31],
      [49],
      [39],
      [41],
      [30],
      [50],
      [59],
      [29],
      [38],
      [48],
      [24],
      [51],
      [58],
      [37],
      [21],
      [11],
      [47],
    ],
  },
  "dots-and-boxes": {
    board: "lines",
    size: 3,
    steps: [
      [15],
      [8],
      [7],
      [16],
      [14],
      [3],
      [17],
      [22],
      [5],
      [6],
      [20],
      [13],
      [2],
      [9],
      [12],
      [11],
      [10],
      [0],
      [4],
      [1],
      [21],
      [18],
      [19],
      [23],
    ],
  },
  reversi: {
    board: "stones",
    size: 6,
    turns: true,
    start: [
      [15, 20],
      [14, 21],
    ],
    steps: [
      [13, 14],
      [19, 20],
      [27, 20, 21],
      [22, 21, 20],
      [26, 20],
      [33, 26, 27],
      [18, 19],
      [8, 14, 20, 15],
      [3, 8],
      [12, 13, 19],
      [32, 26, 20, 14],
      [9, 14],
      [17, 22, 27],
      [2, 8],
      [16, 21],
      [23, 16, 22, 21, 20],
      [1, 2],
      [11, 17],
      [34, 33],
      [24, 18],
      [6, 13, 20],
      [0, 6],
      [29, 22, 15, 8],
      [35, 29],
      [10, 9, 16],
      [31, 26, 32, 33, 34],
    ],
  },
};
