import cityZones from "./cityZones.json" with { type: "json" }

/** A city with its zone, from GeoNames. */
export interface City {
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** State or province in North America; null elsewhere. */
  readonly state: string | null
  /** IANA name. */
  readonly zone: string
  /** Thousands of inhabitants as a power of two: 10 is a million. */
  readonly size: number
}

/** Cities that GeoNames calls by another name than mails and calendars do. */
const otherNames: Readonly<Record<string, string>> = {
  münchen: "munich",
  cologne: "köln",
  nuremberg: "nürnberg",
  frankfurt: "frankfurt am main",
  "frankfurt/main": "frankfurt am main",
  "frankfurt a.m.": "frankfurt am main",
  hanover: "hannover",
  brunswick: "braunschweig",
  wien: "vienna",
  zurich: "zürich",
  geneva: "genève",
  genf: "genève",
  basle: "basel",
  bâle: "basel",
  berne: "bern",
  bruxelles: "brussels",
  brussel: "brussels",
  brüssel: "brussels",
  antwerp: "antwerpen",
  anvers: "antwerpen",
  ghent: "gent",
  bruges: "brugge",
  lüttich: "liège",
  "den haag": "the hague",
  "'s-gravenhage": "the hague",
  roma: "rome",
  rom: "rome",
  milano: "milan",
  mailand: "milan",
  napoli: "naples",
  torino: "turin",
  firenze: "florence",
  florenz: "florence",
  venezia: "venice",
  venedig: "venice",
  genova: "genoa",
  padova: "padua",
  siracusa: "syracuse",
  lisboa: "lisbon",
  oporto: "porto",
  seville: "sevilla",
  saragossa: "zaragoza",
  "a coruña": "a coruña",
  københavn: "copenhagen",
  kopenhagen: "copenhagen",
  gothenburg: "göteborg",
  praha: "prague",
  prag: "prague",
  brno: "brno",
  warszawa: "warsaw",
  warschau: "warsaw",
  krakow: "kraków",
  cracow: "kraków",
  wroclaw: "wrocław",
  bucurești: "bucharest",
  beograd: "belgrade",
  αθήνα: "athens",
  athen: "athens",
  "ciudad de méxico": "mexico city",
  "ciudad de mexico": "mexico city",
  cdmx: "mexico city",
  "ciudad autónoma de buenos aires": "buenos aires",
  "buenos aires (caba)": "buenos aires",
  caba: "buenos aires",
  "new york": "new york city",
  nyc: "new york city",
  washington: "washington, d.c.",
  "washington dc": "washington, d.c.",
  "washington d.c.": "washington, d.c.",
  "st. louis": "st. louis",
  "saint louis": "st. louis",
  "st louis": "st. louis",
  "st. paul": "saint paul",
  "st paul": "saint paul",
  "st petersburg": "st. petersburg",
  montreal: "montréal",
  quebec: "québec",
  "quebec city": "québec",
  "sao paulo": "são paulo",
  brasilia: "brasília",
  "sydney olympic park": "sydney",
  bangalore: "bengaluru",
  bombay: "mumbai",
  newcastle: "newcastle upon tyne",
  東京: "tokyo",
  大阪: "osaka",
  京都: "kyoto",
  横浜: "yokohama",
  名古屋: "nagoya",
  札幌: "sapporo",
  福岡: "fukuoka",
  神戸: "kobe",
  仙台: "sendai",
  広島: "hiroshima"
}

const folded = (name: string): string =>
  // Most names are ASCII, which need no decomposition.
  (/^[\0-\x7f]*$/.test(name) ? name : name.normalize("NFKD").replace(/\p{M}/gu, ""))
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[\s.-]+/g, " ")
    .trim()

let cities: ReadonlyMap<string, ReadonlyArray<City>> | undefined
let aliases: ReadonlyMap<string, string> | undefined

const byName = (): ReadonlyMap<string, ReadonlyArray<City>> => {
  if (cities !== undefined) return cities
  const all = new Map<string, Array<City>>()
  for (const [zone, regions] of Object.entries(
    cityZones as Readonly<Record<string, Readonly<Record<string, string>>>>
  )) {
    for (const [region, names] of Object.entries(regions)) {
      const [country = "", state = null] = region.split("-")
      for (const one of names.split("|")) {
        const key = folded(one.slice(1))
        const city = { country, state: state === "" ? null : state, zone, size: one.charCodeAt(0) - 97 }
        const others = all.get(key)
        if (others === undefined) all.set(key, [city])
        else others.push(city)
      }
    }
  }
  return (cities = all)
}

const named = (name: string): ReadonlyArray<City> => {
  aliases ??= new Map(Object.entries(otherNames).map(([other, own]) => [folded(other), folded(own)]))
  const key = folded(name)
  const all = byName()
  const own = all.get(key) ?? []
  const other = aliases.get(key)
  return other === undefined ? own : [...own, ...(all.get(other) ?? [])]
}

/** A city this much larger than its namesakes is meant without a country: four times as many inhabitants. */
const larger = 2

/** The city of a name in a country or state; of several, the one that is much larger. Null if unknown. */
export const cityOf = (
  name: string,
  { country, state }: { readonly country: string | null; readonly state: string | null }
): City | null => {
  const [first, second] = named(name)
    .filter((city) => (country === null || city.country === country) && (state === null || city.state === state))
    .toSorted((a, b) => b.size - a.size)
  if (first === undefined) return null
  const isOnly = second === undefined || second.zone === first.zone || first.size - second.size >= larger
  return isOnly || (country !== null && state !== null) ? first : null
}
