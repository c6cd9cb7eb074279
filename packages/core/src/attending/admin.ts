import { Clock, Effect, Option, Context } from "effect"
import type { Publisher } from "../publishing/index.js"
import { BadInput, Conflict, NoData, type StorageFailure } from "../shared/errors.js"
import { type PageOf, paginationOf } from "../shared/fields.js"
import { type Transaction } from "../shared/Transaction.js"
import type { DataVersions } from "../sync/SyncStore.js"
import { AttendingEnrichmentStore } from "./enrichment.js"
import type { EventFact } from "./facts.js"
import { type Game, offStates } from "./games.js"
import { type League, leagueOf } from "./kinds.js"
import { manualMention, seasonMention } from "./manual.js"
import type { Mention } from "./model.js"
import { type AttendingChanges, AttendingRecords, AttendingStore, type EventDecision } from "./store.js"
import { eventDetail } from "./views/events.js"
import { commitChanges, publishCorrected } from "./writer.js"
import {
  type ManualImport,
  type ManualSeason,
  type PromotionBody,
  type Unmatched,
  mergeView,
  pendingView
} from "./views/admin.js"
import { Pictures } from "../images/Picture.js"
import type { SourceFailure } from "../sync/SourceFailure.js"

/** Requests a full season from a league, interactively. */
export class SeasonSchedules extends Context.Tag("@daybook/core/SeasonSchedules")<
  SeasonSchedules,
  {
    /** Every game of a team in a season, at home and away. None if the league's schedule is not available. */
    readonly gamesOf: (
      league: League,
      team: number,
      season: number
    ) => Effect.Effect<Option.Option<ReadonlyArray<Game>>, SourceFailure>
  }
>() {}

/** The connected Google account and its granted scopes. */
export interface GoogleAccess {
  /** The account's address; null if neither mail nor calendar reports it. */
  readonly account: string | null
  /** The granted scopes; empty if Google does not report them. */
  readonly scopes: ReadonlyArray<string>
}

/** Requests the account from Google, interactively. None if no Google login is set up. */
export class GoogleAccount extends Context.Tag("@daybook/core/attending/GoogleAccount")<
  GoogleAccount,
  { readonly access: Effect.Effect<Option.Option<GoogleAccess>, SourceFailure> }
>() {}

/** The source of manual entries. */
export const manual = "manual"

/** Manual corrections: pending mentions, merges, manual events and attendance. */
export class AttendingAdmin extends Effect.Service<AttendingAdmin>()("@daybook/core/AttendingAdmin", {
  effect: Effect.gen(function* () {
    const store = yield* AttendingStore
    const records = yield* AttendingRecords
    const enrichmentStore = yield* AttendingEnrichmentStore
    const schedules = yield* SeasonSchedules
    const google = yield* GoogleAccount
    const { image } = yield* Pictures
    const sharedServices = yield* Effect.context<Publisher | Transaction | DataVersions>()

    const commit = <A extends { readonly changes: AttendingChanges }, E>(write: Effect.Effect<A, E>) =>
      Effect.provide(commitChanges(write), sharedServices)

    /** Commits a decision, which is a correction: what it hides returns when it is taken back. */
    const commitDecision = <A extends { readonly changes: AttendingChanges }, E>(write: Effect.Effect<A, E>) =>
      Effect.provide(commitChanges(write, publishCorrected), sharedServices)

    /** Commits a change. Fails with NoData if its target does not exist. */
    const commitExisting = (write: Effect.Effect<AttendingChanges | null, StorageFailure>, what: string) =>
      commitDecision(
        Effect.flatMap(write, (changes) =>
          changes === null ? Effect.fail(new NoData({ what })) : Effect.succeed({ changes })
        )
      )

    const put = Effect.fn("AttendingAdmin.put")(function* (mentions: ReadonlyArray<Mention>) {
      yield* commit(records.put(manual, mentions, null))
      const events = yield* store.eventsOf(
        manual,
        mentions.map(({ key }) => key)
      )
      const profiles = yield* Effect.forEach(events, (id) => store.event(id))
      return {
        status: "completed" as const,
        items_synced: mentions.length,
        events,
        unmatched: profiles.flatMap(Option.toArray).flatMap(({ event }) => unmatchedOf(event))
      }
    })

    const season = Effect.fn("AttendingAdmin.season")(function* (request: ManualSeason) {
      const league = leagueOf(request.event_type)
      if (league === null)
        return yield* new BadInput({
          message: "event_type must be a game of a league, such as mlb_game, to import a season"
        })
      const schedule = yield* Effect.mapError(
        schedules.gamesOf(league, request.team_id, request.season),
        ({ message, next }) => new Conflict({ message: `${message}; ${next}` })
      )
      if (Option.isNone(schedule))
        return yield* new Conflict({
          message: `the schedule of ${league} is not available: import its games one by one`
        })
      const exceptions = new Set(request.exceptions)
      const now = yield* Clock.currentTimeMillis
      const home = schedule.value.filter((game) => game.home.team.id === request.team_id && !offStates.has(game.state))
      const games = home.filter(({ at, date }) => !exceptions.has(date) && (at ?? Date.parse(date)) <= now)
      yield* enrichmentStore.putGames(games)
      const result = yield* put(games.map((game) => seasonMention(game, request.event_type)))
      return { ...result, unmatched: [...result.unmatched, ...unmatchedSeason(request, home)] }
    })

    return {
      /** The connected Google account and its granted scopes. */
      googleAccess: google.access,
      pending: (page: PageOf) =>
        Effect.map(store.pending(page), ({ rows, total }) => ({
          data: rows.map(pendingView),
          pagination: paginationOf(page, total)
        })),
      promote: Effect.fn("AttendingAdmin.promote")(function* (id: number, body: PromotionBody) {
        const promotion = { kind: body.event_type ?? null, title: body.title ?? null, date: body.event_date ?? null }
        const { event } = yield* commitDecision(
          Effect.flatMap(
            records.promote(id, promotion),
            (
              result
            ): Effect.Effect<{ readonly event: number; readonly changes: AttendingChanges }, NoData | BadInput> =>
              result === null
                ? Effect.fail(new NoData({ what: `source ${id}` }))
                : result === "nothing"
                  ? Effect.fail(new BadInput({ message: "the mention has no date: give event_date" }))
                  : Effect.succeed(result)
          )
        )
        return { status: "promoted" as const, event_id: event }
      }),
      reject: (id: number) =>
        Effect.as(commitExisting(records.reject(id), `source ${id}`), { status: "rejected" as const, id }),
      merges: (page: PageOf) =>
        Effect.map(store.merges(page), ({ rows, total }) => ({
          data: rows.map(mergeView),
          pagination: paginationOf(page, total)
        })),
      /** Undoes a merge permanently: the mention becomes a separate event. */
      separate: (id: number) =>
        Effect.as(commitExisting(records.separate(id), `merged source ${id}`), { status: "separated" as const, id }),
      decide: Effect.fn("AttendingAdmin.decide")(function* (event: number, decision: EventDecision) {
        yield* commitExisting(records.decide(event, decision), `event ${event}`)
        const profile = yield* store.event(event)
        return eventDetail(yield* Effect.mapError(profile, () => new NoData({ what: `event ${event}` })), image)
      }),
      importManual: (request: ManualImport): ReturnType<typeof put> | ReturnType<typeof season> =>
        isSeason(request) ? season(request) : put([manualMention(request)]),
      reprocess: Effect.map(
        commit(Effect.map(records.reprocess, ({ count, ...changes }) => ({ count, changes }))),
        ({ count, changes }) => ({ status: "completed" as const, mentions: count, changed: changes.events.length })
      )
    }
  })
}) {}

/** A game or concert without a match in a league's schedule or a set list. */
const unmatchedOf = ({ concerts, date, game, id, kind, title }: EventFact): ReadonlyArray<Unmatched> =>
  game !== null || concerts.length > 0 || (leagueOf(kind) === null && kind !== "concert")
    ? []
    : [
        {
          event_id: id,
          event_date: date,
          title,
          reason:
            kind === "concert"
              ? "it has no set list yet: the next enrichment looks for one"
              : "its league has no matching game on that day yet: the next enrichment looks for one"
        }
      ]

/** Reports a season without home games, and exceptions on days without one. */
const unmatchedSeason = (
  { exceptions = [], season, team_id: team }: ManualSeason,
  home: ReadonlyArray<Game>
): ReadonlyArray<Unmatched> => {
  if (home.length === 0)
    return [
      {
        event_id: null,
        event_date: null,
        title: null,
        reason: `the league has no home game of team ${team} in ${season}: check team_id and season`
      }
    ]
  return exceptions
    .filter((date) => !home.some((game) => game.date === date))
    .map((date) => ({
      event_id: null,
      event_date: date,
      title: null,
      reason: "there was no home game on this day to exclude"
    }))
}

const isSeason = (request: ManualImport): request is ManualSeason => "attendance" in request
