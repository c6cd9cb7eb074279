import type { Scrobble } from "../shared/Scrobble.js"

export interface LogOptions {
  readonly version?: "1.0" | "1.1"
  /** `UNKNOWN`: the player writes its wall clock as if that were UTC. */
  readonly zone?: "UTC" | "UNKNOWN"
  /** What the player's clock shows at a moment, unix seconds. By default UTC. */
  readonly clock?: (at: number) => number
  readonly rating?: (play: Scrobble) => "L" | "S"
}

/** `.scrobbler.log` of a portable player. Untagged files have `<Untagged>` for a name. */
export const scrobblerLog = (plays: ReadonlyArray<Scrobble>, options: LogOptions = {}): string => {
  const { clock = (at: number) => at, rating = () => "L", version = "1.1", zone = "UTC" } = options
  const line = (play: Scrobble) =>
    [
      play.artist === "" ? "<Untagged>" : play.artist,
      play.album,
      play.track === "" ? "<Untagged>" : play.track,
      3,
      play.seconds,
      rating(play),
      clock(play.at),
      ...(version === "1.0" ? [] : [play.trackMbid])
    ].join("\t")
  return [
    `#AUDIOSCROBBLER/${version}`,
    `#TZ/${zone}`,
    "#CLIENT/Rockbox sansaclipplus 3.15",
    ...plays.map(line),
    ""
  ].join("\n")
}
