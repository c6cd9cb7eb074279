import type { Mention } from "@daybook/core/attending"
import type { Page } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Option, Stream, TestClock } from "effect"
import { Fault } from "@daybook/simulators"
import { attended } from "../../src/setlistfm/source.js"
import * as Budget from "../../src/setlistfm/Budget.js"
import * as SetListFm from "../../src/setlistfm/client.js"
import { settings } from "../../src/setlistfm/client.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const set = TestClock.setTime(today)

const service = (world: Effect.Effect.Success<ReturnType<typeof stage>>) =>
  world.configured(
    Effect.flatMap(settings.config, (values) => SetListFm.make(values)),
    world.simulators.setlistfm.settings
  )

const pagesOf = (pages: Stream.Stream<Page<Mention>, unknown>) =>
  Effect.map(Stream.runCollect(pages), Chunk.toReadonlyArray)

describe("setlistfm", () => {
  it.effect("finds set lists of past concerts, by id or by name", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const concerts = world.outings.filter(({ kind }) => kind === "concert")
      const memory = world.memory(world.events.filter(({ kind }) => kind === "concert"))
      yield* memory.drain((yield* world.sourceOf("setlistfm")).enrichments)
      const listed = concerts.filter(
        ({ at, cancelledAt, setlist }) => setlist !== null && cancelledAt === null && at < today
      )
      expect([...memory.concerts.keys()].sort()).toStrictEqual(listed.map(({ setlist }) => setlist!.id).sort())
      expect(listed.filter(({ performers }) => performers[0]!.mbid === null).length).toBeGreaterThan(0)
      const concert = [...memory.concerts.values()].find(({ songs }) => songs.length > 5)!
      expect(concert.songs[0]!.tape).toBe(true)
      expect(concert.songs.some(({ cover, encore }) => cover !== null && encore === 1)).toBe(true)
      expect([concert.venue!.state?.length, concert.venue!.country]).toStrictEqual([2, "US"])
      const requests = yield* world.simulators.setlistfm.control.requests.all
      expect(
        requests.every(({ params }) => params["date"] === undefined || /^\d{2}-\d{2}-\d{4}$/.test(params["date"]))
      ).toBe(true)
      expect(requests.some(({ params }) => params["date"]?.endsWith("2027"))).toBe(false)
    })
  )

  it.effect("the owner's list is complete: marked concerts appear, unmarked ones are deleted", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const client = yield* service(world)
      const before = yield* pagesOf(attended(client, world.sampleOwner.username))
      const marked = world.outings.filter(
        ({ at, cancelledAt, setlist }) => setlist?.isMarked === true && cancelledAt === null && at < today
      )
      const last = before.at(-1)!
      expect(last.records.map(({ key }) => key).sort()).toStrictEqual(marked.map(({ setlist }) => setlist!.id).sort())
      expect(Option.isSome(last.covers)).toBe(true)
      expect(
        last.records.every(
          ({ attended, external, kind }) => attended === true && kind === "concert" && external?.source === "setlist_fm"
        )
      ).toBe(true)
      yield* world.simulators.setlistfm.control.unmark(marked[0]!.setlist!.id)
      const after = yield* pagesOf(attended(client, world.sampleOwner.username))
      expect(after.at(-1)!.records).toHaveLength(marked.length - 1)
    })
  )

  it.effect("a suddenly empty list is not believed immediately, and an unknown member has none", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const client = yield* service(world)
      yield* world.simulators.setlistfm.control.faults.next(Fault.Empty())
      const pages = yield* pagesOf(attended(client, world.sampleOwner.username))
      expect(pages.at(-1)!.records.length).toBeGreaterThan(3)
      expect((yield* pagesOf(attended(client, "nobody"))).flatMap(({ records }) => records)).toStrictEqual([])
    })
  )

  it.effect("a wrong key names the setting, and transient errors are retried", () =>
    Effect.gen(function* () {
      yield* set
      const world = yield* stage()
      const concerts = world.events.filter(({ kind }) => kind === "concert").slice(0, 3)
      const memory = world.memory(concerts)
      const bad = yield* world.sourceOf("setlistfm", { DAYBOOK_SETLISTFM_API_KEY: "nonsense" })
      const failure = yield* Effect.flip(memory.drain(bad.enrichments))
      expect((failure as { readonly next: string }).next).toContain("DAYBOOK_SETLISTFM_API_KEY")
      yield* world.simulators.setlistfm.control.faults.next(
        Fault.Body({ status: 429, json: { code: 429, status: "Too Many Requests" } }),
        Fault.Html({ status: 502 })
      )
      const { exit } = yield* inTime(memory.drain((yield* world.sourceOf("setlistfm")).enrichments))
      expect(Exit.isSuccess(exit)).toBe(true)
      expect(memory.outcomes.size).toBe(3)
    })
  )

  it.effect("the daily number of calls stays within the key's limit", () =>
    Effect.gen(function* () {
      yield* set
      const budget = yield* Budget.makeBudget(3)
      yield* Effect.repeatN(budget.spend, 2)
      const failure = yield* Effect.flip(budget.spend)
      expect([failure.state, failure.source]).toStrictEqual(["rate_limited", "setlistfm"])
      yield* TestClock.adjust("1 day")
      yield* budget.spend
    })
  )
})
