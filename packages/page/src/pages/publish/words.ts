import type { LensDefinition } from "@daybook/core/lenses"

/** What the operations of a group show, as a person says it. */
export const groupTitles: Readonly<Record<string, string>> = {
  listening: "music",
  running: "runs",
  watching: "films and series",
  collecting: "records and discs",
  reading: "articles and highlights",
  attending: "concerts, games and shows",
  feed: "the feed",
  search: "search"
}

const groupOf = (operation: string): string => operation.split(".")[0]!

/** The groups of which a lens shows something, in the order of the titles. */
export const groupsOf = ({ domains = [], operations = [] }: LensDefinition): ReadonlyArray<string> => {
  const groups = new Set([...operations.map(groupOf), ...domains])
  return [...Object.keys(groupTitles), ...groups].filter(
    (group, index, all) => groups.has(group) && all.indexOf(group) === index
  )
}

const listed = (texts: ReadonlyArray<string>): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)!}`

const quantity = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const musicOf = ({ now_playing = "off" }: LensDefinition): string =>
  now_playing === "off"
    ? "music without the current track"
    : now_playing === "live"
      ? "music with the current track"
      : `music with the current track after ${quantity(now_playing.delayed, "minute")}`

const runsOf = ({ places = {}, round = {} }: LensDefinition): string => {
  const { grain = "none" } = places
  const place = grain === "none" ? "without places" : `with ${grain}`
  const time = round.time?.["running"]
  return `runs ${place}, without courses${time === undefined ? "" : `, without times more exact than the ${time}`}`
}

const feedOf = ({ feed_delay = 0 }: LensDefinition): string =>
  feed_delay === 0 ? "the feed at once" : `the feed after ${quantity(feed_delay, "hour")}`

const shownOf = (definition: LensDefinition, group: string): string => {
  if (group === "listening") return musicOf(definition)
  if (group === "running") return runsOf(definition)
  return group === "feed" ? feedOf(definition) : (groupTitles[group] ?? group)
}

/** Fields by name, with the operation or domain to which they belong. */
const fieldsOf = ({ fields = {} }: LensDefinition, rule: "drop" | "keep"): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([target, rules]) => (rules[rule] ?? []).map((name) => `${name} of ${target}`))

const roundingOf = ({ round = {} }: LensDefinition): ReadonlyArray<string> => [
  ...(round.distance_mi === undefined ? [] : [`distances to ${round.distance_mi} miles`]),
  ...(round.elevation_ft === undefined ? [] : [`climbs to ${round.elevation_ft} feet`]),
  ...(round.duration_s === undefined ? [] : [`durations to ${round.duration_s} seconds`])
]

/** A lens in words, a sentence each. */
export const wordsOf = (definition: LensDefinition): ReadonlyArray<string> => {
  const groups = groupsOf(definition)
  const [dropped, added, rounded] = [fieldsOf(definition, "drop"), fieldsOf(definition, "keep"), roundingOf(definition)]
  return [
    groups.length === 0 ? "Shows nothing." : `Shows ${groups.map((group) => shownOf(definition, group)).join("; ")}.`,
    ...(rounded.length === 0 ? [] : [`Rounds ${listed(rounded)}.`]),
    ...(dropped.length === 0 ? [] : [`Leaves out ${listed(dropped)}.`]),
    ...(added.length === 0 ? [] : [`Shows private fields as well: ${listed(added)}.`]),
    definition.public === true ? "Publishable keys may have it." : "For programs, not for publishable keys."
  ]
}
