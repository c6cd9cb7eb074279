import type { Play } from "@daybook/core/listening"
import { Stream } from "effect"

/** A minute has room for so many plays a second apart. */
const most = 59

/**
 * Tells apart equal rows of a file whose times are rounded to the minute: a short track can be played twice in one. The
 * second is a second later, and so on, so that the file gives the same plays however often it is read.
 */
export const repeated = <E, R>(plays: Stream.Stream<Play, E, R>): Stream.Stream<Play, E, R> =>
  Stream.mapAccum(plays, { minute: Number.NaN, seen: new Map<string, number>() }, (state, play) => {
    if (play.precision !== "minute") return [state, play]
    const { minute, seen } = state.minute === play.playedAt ? state : { minute: play.playedAt, seen: new Map<string, number>() }
    const key = JSON.stringify([play.artist.name, play.track.name, play.album?.name ?? null])
    const times = seen.get(key) ?? 0
    seen.set(key, Math.min(times + 1, most))
    return [{ minute, seen }, { ...play, playedAt: play.playedAt + times * 1_000 }]
  })
