import type { LocalDate } from "@daybook/core/shared"
import type { Outing } from "../persona/attending/index.js"

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
const stateNames: Readonly<Record<string, string>> = { WA: "Washington", OR: "Oregon", CA: "California", TX: "Texas" }

/** A day in the words that sellers put together. */
export const wordsOf = (date: LocalDate) => {
  const at = new Date(`${date}T00:00:00Z`)
  const [weekday, month] = [days[at.getUTCDay()]!, months[at.getUTCMonth()]!]
  return { weekday, month, shortWeekday: weekday.slice(0, 3), shortMonth: month.slice(0, 3), day: String(at.getUTCDate()), twoDay: date.slice(8), year: date.slice(0, 4), number: at.getUTCMonth() + 1 }
}

/** `7:10 PM` of `19:10`. */
export const clock12 = (time: string, gap = " "): string => {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)}${gap}${hour < 12 ? "AM" : "PM"}`
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`

export const stateName = (state: string): string => stateNames[state] ?? state

/** What an outing was planned for, before it was put off. */
export const planned = ({ date, moved, time }: Outing) => moved === null ? { date, time: time ?? "12:00" } : { date: moved.from, time: moved.time }

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A page as sellers build it: a table in a table, a hidden first line, a picture. */
export const page = (lines: ReadonlyArray<string>, head = ""): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><style>td{padding:4px}</style>${head}</head><body><div style="display:none">Thanks for your purchase</div><table width="600"><tr><td><img src="https://images.example.com/logo.png" alt="logo"><table>` +
  lines.map((line) => `<tr><td>${escaped(line)}</td></tr>`).join("") +
  `</table></td></tr></table><p><a href="https://example.com/unsubscribe">Manage your account</a></p></body></html>`
