import type { Calendar } from "@daybook/core/shared"
import { addDays } from "@daybook/core/shared"
import type { Context } from "effect"
import type { Dice } from "./dice.js"

/** What the person wrote down of a viewing. */
export interface DiaryEntry {
  /** Grows with time; the site's own number of the entry. */
  readonly number: number
  /** Null for a review outside of the diary. */
  readonly date: string | null
  /** When it was written down, unix seconds. */
  readonly loggedAt: number
  readonly rewatch: boolean
  /** 0.5 to 5 by halves. */
  readonly rating: number | null
  readonly review: string | null
  readonly isSpoiler: boolean
  readonly isLiked: boolean
}

const sentences = [
  "Still great.", "The last reel makes up for everything.", "Slow, and all the better for it.", "I counted the lanterns: seven.",
  "Not what I remembered & yet.", "Somebody should have opened a window.", "Two hours well spent.", "The score does the work.",
  "Funnier than it has any right to be.", "Half of it is weather."
]

export const diaryEntry = (of: {
  readonly at: number
  readonly again: boolean
  readonly number: number
  readonly calendar: Context.Tag.Service<Calendar>
}, chance: Dice): DiaryEntry => {
  const day = of.calendar.dateOf(of.at * 1_000)
  // Some write it down the morning after, under that day.
  const isLate = chance.chance(0.07)
  const date = chance.chance(0.02) ? null : isLate ? addDays(day, 1) : day
  const review = date === null || chance.chance(0.18) ? Array.from({ length: 1 + chance.below(3) }, () => chance.pick(sentences)).join(chance.chance(0.3) ? "\n\n" : " ") : null
  return {
    number: of.number,
    date,
    loggedAt: of.at + (isLate ? 14 * 3_600 : 600) + chance.below(3_600),
    rewatch: of.again,
    rating: chance.chance(0.8) ? Math.max(1, Math.min(10, Math.round(6.6 + chance.normal() * 1.8))) / 2 : null,
    review,
    isSpoiler: review !== null && chance.chance(0.1),
    isLiked: chance.chance(0.25)
  }
}
