import type { Page } from "playwright-core"
import { wait } from "./everyAddress.js"

/** Names of invented artists, places and works. */
const byScript = {
  arabic: ["فرقة المدّ الأزرق", "ليالي الميناء", "نور الفجر", "شارع الحكايات القديمة"],
  hebrew: ["להקת הגאות", "לילות הנמל", "אור ראשון", "רחוב הסיפורים הישנים"],
  japanese: ["青い潮の楽団", "港の夜", "暁の光", "古い物語の通りで見た長い長い夢"],
  cyrillic: ["Синий прилив", "Ночи гавани", "Первый свет", "Улица старых рассказов и достопримечательностей"]
} as const

export type ScriptName = keyof typeof byScript

const namesOf = (script: ScriptName | "every"): ReadonlyArray<string> =>
  script === "every"
    ? [0, 1, 2, 3].flatMap((index) => Object.values(byScript).map((names) => names[index]!))
    : byScript[script]

const renamed = /^(name|title|artist|artist_name|album|album_name|track|track_name|venue_name|city|subtitle|full_name)$/

/** The same answer with every name in another script. Equal names stay equal. */
const rename = (script: ScriptName | "every") => {
  const names = namesOf(script)
  const all = new Map<string, string>()
  const nameOf = (text: string) => {
    const round = Math.floor(all.size / names.length)
    const name = all.get(text) ?? `${names[all.size % names.length]!}${round === 0 ? "" : ` ${round}`}`
    all.set(text, name)
    return name
  }
  const visit = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return renamed.test(key) ? nameOf(value) : value
    if (Array.isArray(value)) return value.map((one) => visit(key === "artists" ? "name" : key, one))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visit(name, one)]))
  }
  return (answer: unknown) => visit("", answer)
}

/** Gives every artist, work and place that the page reads a name in a script. */
export const withNamesOf = (page: Page, script: ScriptName | "every") => {
  const change = rename(script)
  return wait(() =>
    page.route(/\/v1\/(?!stream|year)/, async (route) => {
      const answer = await route.fetch()
      const isJson = answer.status() === 200 && (answer.headers()["content-type"] ?? "").includes("json")
      await (isJson
        ? route.fulfill({ response: answer, json: change(await answer.json()) })
        : route.fulfill({ response: answer }))
    })
  )
}
