/** The opponents as people meet them: one character for each level, the same in every game. */

export interface Character {
  name: string;
  /** Colours of the tile and of the head. */
  tile: string;
  face: string;
  /** The outline of the head, around (20, 21) in a square of 40. */
  head: string;
  /** Half the distance of the eyes, and their radius. */
  eyes: [number, number];
  /** Below the eyes. */
  mouth: string;
  /** Above the eyes. */
  brows: string;
}

const ROUND = "M20 8a13 13 0 1 0 .01 0Z";

const CHARACTERS: Readonly<Record<string, Character>> = {
  beginner: {
    name: "Pip",
    tile: "#f6cf6a",
    face: "#fff3d1",
    head: "M20 13a9 9 0 1 0 .01 0Z",
    eyes: [3.6, 2.2],
    mouth: "M18.5 26h3",
    brows: "",
  },
  learner: {
    name: "Lou",
    tile: "#9fd3c7",
    face: "#effaf6",
    head: ROUND,
    eyes: [4.5, 1.9],
    mouth: "M16 25.5q4 3.5 8 0",
    brows: "",
  },
  novice: {
    name: "Nora",
    tile: "#f2a488",
    face: "#ffefe8",
    head: "M12 10h16q4 0 4 4v14q0 4-4 4H12q-4 0-4-4V14q0-4 4-4Z",
    eyes: [5, 1.9],
    mouth: "M16 26q4 2.5 8 0",
    brows: "M12.5 15.5l4-1M27.5 15.5l-4-1",
  },
  casual: {
    name: "Cass",
    tile: "#a9bdf0",
    face: "#eef2ff",
    head: "M20 6 34 31H6Z",
    eyes: [3.6, 1.7],
    mouth: "M17 27h6",
    brows: "",
  },
  club: {
    name: "Cleo",
    tile: "#c7dc8b",
    face: "#f7fbe6",
    head: "M20 7 32 14v14L20 35 8 28V14Z",
    eyes: [4.6, 1.7],
    mouth: "M16.5 27.5q3.5 1.5 7 0",
    brows: "M13 16.5h5M22 16.5h5",
  },
  expert: {
    name: "Ezra",
    tile: "#d9a7d6",
    face: "#fbeefb",
    head: "M20 5 35 21 20 37 5 21Z",
    eyes: [4.8, 1.6],
    mouth: "M17 27.5h6",
    brows: "M12.5 17l5 1M27.5 17l-5 1",
  },
  master: {
    name: "Mira",
    tile: "#7fa7ad",
    face: "#e6f1f2",
    head: "M14 8h12l8 8v10l-8 8H14l-8-8V16Z",
    eyes: [5, 1.5],
    mouth: "M17 28h6",
    brows: "M12 16.5l6 1.5M28 16.5l-6 1.5",
  },
  champion: {
    name: "Otis",
    tile: "#c98d6a",
    face: "#fdf0e6",
    head: "M20 5 33 10v11q0 9-13 15Q7 30 7 21V10Z",
    eyes: [4.8, 1.5],
    mouth: "M16.5 27q3.5 1 7 0",
    brows: "M12 15.5l6 1M28 15.5l-6 1",
  },
  strongest: {
    name: "Sol",
    tile: "#3b4252",
    face: "#ffd97a",
    head: "M20 3l4 6.6 7.4-2-1 7.6L37 20l-6.6 4.2 1 7.6-7.4-2L20 37l-4-7.2-7.4 2 1-7.6L3 20l6.6-4.8-1-7.6 7.4 2Z",
    eyes: [4.2, 1.5],
    mouth: "M17.5 25.500h5",
    brows: "M14 16l4 1.200M26 16l-4 1.2",
  },
};

/** The name of a level's opponent, for boards and records. */
export function opponentName(level: { id: string; title: string }): string {
  return characterOf(level.id)?.name ?? level.title;
}

/** The character of a level; null for engines that are no level, such as a network of one's own. */
export function characterOf(level: string | null | undefined): Character | null {
  return CHARACTERS[level ?? ""] ?? null;
}
