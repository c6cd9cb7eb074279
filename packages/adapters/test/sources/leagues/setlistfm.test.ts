import type { Mention } from "@daybook/core/attending"
import type { Page } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Option, Stream, TestClock } from "effect"
import { Fault } from "../../../src/simulators/index.js"
import { attended } from "../../../src/sources/setlistfm/attended.js"
import * as Budget from "../../../src/sources/setlistfm/Budget.js"
import * as SetListFm from "../../../src/sources/setlistfm/SetListFm.js"
import { settings } from "../../../src/sources/setlistfm/settings.js"
import { inTime } from "../support/inTime.js"
import { stage, today } from "./stage.js"

const set = TestClock.setTime(today)

const service = (world: Effect.Effect.Success<ReturnType<typeof stage>>) => world.configured(Effect.flatMap(settings, (values) => SetListFm.make(values)), world.simulators.setlistfm.settings)

const pagesOf = (pages: Stream.Stream<Page<Mention>, unknown>) => Effect.map(Stream.runCollect(pages), Chunk.toReadonlyArray)

describe("setlistfm", () => {
  it.effect("finds what was played, by id or by name, and only of what is past", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const concerts = world.outings.filter(({ kind }) => kind === "concert")
      const memory = world.memory(world.events.filter(({ kind }) => kind === "concert"))
      yield* memory.drain((yield* world.sourceOf("setlistfm")).followers)
      const known = concerts.filter(({ at, cancelledAt, setlist }) => setlist !== null && cancelledAt === null && at < today)
      assert.deepStrictEqual([...memory.concerts.keys()].sort(), known.map(({ setlist }) => setlist!.id).sort())
      assert.isAbove(known.filter(({ performers }) => performers[0]!.mbid === null).length, 0)
      const written = [...memory.concerts.values()].find(({ songs }) => songs.length > 5)!
      assert.isTrue(written.songs[0]!.tape)
      assert.isTrue(written.songs.some(({ cover, encore }) => cover !== null && encore === 1))
      assert.deepStrictEqual([written.venue!.state?.length, written.venue!.country], [2, "US"])
      const asked = yield* world.simulators.setlistfm.control.requests.all
      assert.isTrue(asked.every(({ params }) => params["date"] === undefined || /^\d{2}-\d{2}-\d{4}$/.test(params["date"])))
      assert.isFalse(asked.some(({ params }) => params["date"]?.endsWith("2027")))
    }))

  it.effect("the person's own list is whole: what was marked is said, what is unmarked is no longer", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const client = yield* service(world)
      const before = yield* pagesOf(attended(client, world.persona.username))
      const marked = world.outings.filter(({ at, cancelledAt, setlist }) => setlist?.isMarked === true && cancelledAt === null && at < today)
      const last = before.at(-1)!
      assert.deepStrictEqual(last.records.map(({ key }) => key).sort(), marked.map(({ setlist }) => setlist!.id).sort())
      assert.isTrue(Option.isSome(last.covers))
      assert.isTrue(last.records.every(({ attended, external, kind }) => attended === true && kind === "concert" && external?.source === "setlist_fm"))
      yield* world.simulators.setlistfm.control.unmark(marked[0]!.setlist!.id)
      const after = yield* pagesOf(attended(client, world.persona.username))
      assert.strictEqual(after.at(-1)!.records.length, marked.length - 1)
    }))

  it.effect("a list that is empty all of a sudden is not believed at once, nobody's list is none", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const client = yield* service(world)
      yield* world.simulators.setlistfm.control.faults.next(Fault.Empty())
      const pages = yield* pagesOf(attended(client, world.persona.username))
      assert.isAbove(pages.at(-1)!.records.length, 3)
      assert.deepStrictEqual((yield* pagesOf(attended(client, "nobody"))).flatMap(({ records }) => records), [])
    }))

  it.effect("a wrong key names the setting, trouble passes", () =>
    Effect.gen(function*() {
      yield* set
      const world = yield* stage()
      const concerts = world.events.filter(({ kind }) => kind === "concert").slice(0, 3)
      const memory = world.memory(concerts)
      const bad = yield* world.sourceOf("setlistfm", { DAYBOOK_SETLISTFM_API_KEY: "nonsense" })
      const failure = yield* Effect.flip(memory.drain(bad.followers))
      assert.include((failure as { readonly next: string }).next, "DAYBOOK_SETLISTFM_API_KEY")
      yield* world.simulators.setlistfm.control.faults.next(Fault.Body({ status: 429, json: { code: 429, status: "Too Many Requests" } }), Fault.Html({ status: 502 }))
      const { exit } = yield* inTime(memory.drain((yield* world.sourceOf("setlistfm")).followers))
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(memory.settled.size, 3)
    }))

  it.effect("no more calls are made in a day than the key has", () =>
    Effect.gen(function*() {
      yield* set
      const budget = yield* Budget.make(3)
      yield* Effect.repeatN(budget.spend, 2)
      const failure = yield* Effect.flip(budget.spend)
      assert.deepStrictEqual([failure.state, failure.source], ["rate_limited", "setlistfm"])
      yield* TestClock.adjust("1 day")
      yield* budget.spend
    }))
})
