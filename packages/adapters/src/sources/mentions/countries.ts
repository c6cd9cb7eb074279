const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

/** Other ways in which calendars and sellers write them. */
const others: Readonly<Record<string, string>> = { usa: "US", "u.s.a.": "US", "united states of america": "US", uk: "GB", england: "GB", scotland: "GB", wales: "GB", "the netherlands": "NL", deutschland: "DE" }

let names: ReadonlyMap<string, string> | undefined

const byName = (): ReadonlyMap<string, string> => {
  if (names !== undefined) return names
  const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  // Letters that are no longer, or never were, a country's own have the name of another one: `UK` is `GB`.
  const codes = letters.flatMap((one) => letters.map((two) => one + two)).filter((code) => new Intl.Locale(`und-${code}`).region === code)
  const found = codes.flatMap((code) => {
    const name = english.of(code)
    return name === undefined ? [] : [[name.toLowerCase(), code] as const]
  })
  return names = new Map([...found, ...Object.entries(others)])
}

/** ISO 3166's two letters of a country's English name or letters; null for anything else. */
export const countryCode = (text: string): string | null => {
  const given = text.trim()
  const code = /^[A-Z]{2}$/.test(given) ? given : undefined
  return code !== undefined && [...byName().values()].includes(code) ? code : byName().get(given.toLowerCase()) ?? null
}
