import type { LensDefinition } from "@daybook/core/lenses"

/** What a person chooses for a new lens. */
export interface LensChoice {
  readonly name: string
  /** Groups of operations: domains, `feed` and `search`. */
  readonly groups: ReadonlyArray<string>
  readonly grain: "none" | "country" | "region" | "city"
  readonly playing: "off" | "delayed" | "live"
  /** Whether runs have the day alone instead of the time. */
  readonly isByDay: boolean
  readonly feedDelay: number
}

export const emptyChoice: LensChoice = {
  name: "",
  groups: ["listening"],
  grain: "none",
  playing: "off",
  isByDay: false,
  feedDelay: 24
}

/** Says how often the artists of the collection were played, so it goes with music alone. */
const collectedArtists = "collecting.artists"

/** Minutes by which a delayed current track is late. */
const playingDelay = 10

/**
 * The definition of a choice: of the recommended lens, what was chosen. Rounded times and the feed, which is ordered by
 * exact ones, do not go together.
 */
export const definitionOf = (choice: LensChoice, recommended: LensDefinition): LensDefinition => {
  const { feedDelay, grain, groups, isByDay, name, playing } = choice
  const isLeftOut = (operation: string) =>
    (operation === "listening.nowPlaying" && playing === "off") ||
    (operation === collectedArtists && !groups.includes("listening"))
  const operations = (recommended.operations ?? []).filter(
    (operation) => groups.includes(operation.split(".")[0]!) && !isLeftOut(operation)
  )
  const isRounded = isByDay && groups.includes("running")
  return {
    name,
    operations,
    round: { ...recommended.round, ...(isRounded ? { time: { running: "day" as const } } : {}) },
    places: { grain },
    now_playing: playing === "delayed" ? { delayed: playingDelay } : playing,
    feed_delay: feedDelay,
    public: true,
    ...(recommended.rate_limit === undefined ? {} : { rate_limit: recommended.rate_limit })
  }
}

/** Why a choice makes no lens; undefined if it does. */
export const problemOf = ({ groups, isByDay, name }: LensChoice): string | undefined => {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return "Give the lens a name of lower-case letters, digits and hyphens that begins with a letter."
  if (groups.every((group) => group === "feed" || group === "search"))
    return "Choose at least one kind of record: the feed and search show records of the chosen kinds."
  if (groups.includes("attending") && !groups.includes("listening"))
    return "Concerts name artists of your music: choose music as well, or leave them out."
  return isByDay && groups.includes("feed") && groups.includes("running")
    ? "The feed has exact times: leave out the feed, or show the times of runs."
    : undefined
}
