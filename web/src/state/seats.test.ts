import { beforeEach, expect, test, vi } from "vitest";
import { heldSeat, holdSeat, inviteLink, isLocal } from "./seats";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test("a seat is held until many others were", () => {
  expect(heldSeat("a")).toBeNull();
  holdSeat("a", { seat: 1, key: "k" });
  holdSeat("b", { seat: 0, key: "l" });
  holdSeat("a", { seat: 1, key: "m" });
  expect(heldSeat("a")).toEqual({ seat: 1, key: "m" });
  for (let number = 0; number < 200; number++) holdSeat(`game-${number}`, { seat: 0, key: "x" });
  expect(heldSeat("b")).toBeNull();
  expect(heldSeat("game-199")).toEqual({ seat: 0, key: "x" });
});

test("links lead to the start page, which leads on", () => {
  expect(inviteLink("http://10.0.0.2:8080/", "g-1", "s_2")).toBe("http://10.0.0.2:8080/?invite=g-1.s_2");
});

test("addresses of this machine are of no use to a friend", () => {
  expect(isLocal("127.0.0.1")).toBe(true);
  expect(isLocal("go.example")).toBe(false);
});
