import { Clock, Data, Duration, Effect, Option, Queue, type Scope } from "effect"
import { ListenRelay } from "../../hooks/ports.js"
import { NowPlayingBoard } from "../../live/ports.js"
import { type DateRange, always } from "../../shared/DateRange.js"
import { StorageFailure } from "../../shared/errors.js"
import { Transaction } from "../../shared/Transaction.js"
import { DataVersions } from "../../sync/SyncStore.js"
import { reporterOf } from "../twins.js"
import { LivePlaying, PlayingReports } from "../nowPlaying.js"
import { ListeningStore } from "../store.js"
import { type ListeningWriteServices, listeningWriter } from "../writer.js"
import { type Scrobbler, ScrobblerStore } from "./ports.js"
import type { SubmittedPlay, SubmittedPlaying } from "./listens.js"
import { relayedListen, relayedTrack } from "./relayed.js"
import { clientName } from "./Scrobblers.js"

/** The token was revoked while its client submitted listens. */
export class RevokedScrobbler extends Data.TaggedError("RevokedScrobbler")<Record<never, never>> {}

/** Clients wait for the answer; then they send the listens again. */
const patience = Duration.seconds(20)
/** How long a track is playing whose length is unknown, in milliseconds. */
const unknownLength = 600_000
/** Listens that are older are history, not news, in milliseconds. */
const newsAge = 14 * 86_400_000
/** How often counts are completed that many listens left open. */
const recountInterval = Duration.seconds(5)

/** Stores what clients submit, each request in one transaction. */
export class Scrobbling extends Effect.Service<Scrobbling>()("@daybook/core/Scrobbling", {
  scoped: Effect.gen(function* () {
    const store = yield* ScrobblerStore
    const plays = yield* ListeningStore
    const reports = yield* PlayingReports
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    const board = yield* NowPlayingBoard
    const live = yield* LivePlaying
    const relay = yield* ListenRelay
    const scope = yield* Effect.scope
    const context = yield* Effect.context<ListeningWriteServices>()
    const recounts = yield* Queue.sliding<void>(1)
    yield* Queue.take(recounts).pipe(
      Effect.zipRight(Effect.ignoreLogged(Effect.provide(listeningWriter.recount, context))),
      Effect.zipRight(Effect.sleep(recountInterval)),
      Effect.forever,
      Effect.forkScoped
    )

    const write = Effect.fn(function* (
      scrobbler: Scrobbler,
      listens: ReadonlyArray<SubmittedPlay>,
      client: string | null
    ) {
      const at = yield* Clock.currentTimeMillis
      // Before the plays, because hooks are locked before the log of changes.
      yield* relay.pass(
        listens.map((listen) => relayedListen(listen, client)),
        at
      )
      const page = { records: listens, deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }
      const applied = listeningWriter.apply(reporterOf(scrobbler.id), { ...page, newSince: at - newsAge })
      const { added, changed } = yield* Effect.provide(applied, context)
      if (!(yield* store.recordSubmission(scrobbler.id, { at, client: clientName(client) }, added)))
        return yield* new RevokedScrobbler()
      if (added + changed > 0) yield* versions.bump("listening")
      return added
    })

    /** Sends what is playing to the streams of all hosts. */
    const announce = Effect.flatMap(live.nowPlaying, (answer) => board.publish(JSON.stringify(answer))).pipe(
      Effect.catchTag("NoData", () => Effect.void),
      Effect.ignoreLogged
    )

    return {
      /** Stores plays and returns how many are new. Plays of the same client that are stored already add nothing. */
      submit: (scrobbler: Scrobbler, listens: ReadonlyArray<SubmittedPlay>, client: string | null) =>
        Effect.zipLeft(
          inTime("Scrobbling.submit", transaction.run(write(scrobbler, listens, client))),
          Queue.offer(recounts, undefined)
        ),
      /** Reports what is playing, until the track ends. */
      play: (scrobbler: Scrobbler, submitted: SubmittedPlaying, client: string | null) =>
        Effect.gen(function* () {
          const { client: _, service: __, ...track } = submitted
          const at = yield* Clock.currentTimeMillis
          const until = at + (track.duration ?? unknownLength)
          yield* inTime("Scrobbling.play", reports.put(scrobbler.id, track, at, until))
          yield* announceIn(scope, announce)
          // The client need not know: what is playing is not sent again.
          yield* Effect.ignoreLogged(relay.playing(relayedTrack(submitted, client), at, until))
        }),
      /** Reports that nothing is playing any more. */
      stop: (scrobbler: Scrobbler) =>
        Effect.zipRight(inTime("Scrobbling.stop", reports.clear(scrobbler.id)), announceIn(scope, announce)),
      /** What is playing now, if something is. */
      playing: Effect.map(
        Effect.catchTag(live.nowPlaying, "NoData", () => Effect.succeed(null)),
        (answer) => (answer?.is_playing === true ? answer : null)
      ),
      /** The newest plays in a range that no filter hides, and the number of all in the range. */
      recent: (range: DateRange, page: { readonly page: number; readonly limit: number }) =>
        plays.plays({ range, page, artist: null, album: null }),
      /** The number of plays that no filter hides, and when the first account was opened. */
      totals: Effect.gen(function* () {
        const { total } = yield* plays.plays({ range: always, page: { page: 1, limit: 1 }, artist: null, album: null })
        return { plays: total, ...(yield* plays.beginning) }
      })
    }
  })
}) {}

/** The client need not wait: asking the other service may take seconds. */
const announceIn = (scope: Scope.Scope, announce: Effect.Effect<void>) => Effect.asVoid(Effect.forkIn(announce, scope))

const inTime = <A, E, R>(operation: string, work: Effect.Effect<A, E, R>) =>
  Effect.timeoutFail(Effect.disconnect(work), {
    duration: patience,
    onTimeout: () => new StorageFailure({ operation, unavailable: true, cause: "no answer in time" })
  })
