import { expect, it } from "vitest"
import { forPeople, localTime } from "../src/text.js"

const now = Date.UTC(2026, 2, 14, 20, 15)
const ago = (ms: number) => forPeople(new Date(now - ms).toISOString(), now)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

it("a near time is relative", () => {
  expect([0, minute, 59 * minute, hour, 47 * hour, 2 * day, 7 * day].map(ago)).toEqual([
    "1 min ago",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "47 h ago",
    "2 days ago",
    "7 days ago"
  ])
  expect([-minute, -3 * hour, -5 * day].map(ago)).toEqual(["in 1 min", "in 3 h", "in 5 days"])
})

it("a time more than a week away is a local date and time", () => {
  const then = now - 8 * day
  expect(ago(8 * day)).toBe(localTime(then))
  expect(Date.parse(localTime(then).replace(" ", "T"))).toBe(then)
})

it("other text is unchanged", () => expect(forPeople("soon", now)).toBe("soon"))
