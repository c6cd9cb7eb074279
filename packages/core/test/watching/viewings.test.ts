import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import {
  type ReportLink,
  type StoredReport,
  type Viewing,
  changedLinks,
  compareViewings,
  duplicateWindow,
  isExact,
  mayBeOneViewing,
  noonOf,
  separationKey,
  viewingsOf
} from "../../src/watching/index.js"
import { watchSourceNames, watchSources } from "./sources.js"

const hour = 3_600_000
const base = Date.parse("2026-01-10T20:00:00Z")
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const report = (id: number, of: Partial<Omit<StoredReport, "reporter">>): StoredReport => {
  const { at = base, source = "plex" } = of
  return {
    id,
    source,
    reporter: watchSources.of(source),
    at,
    date: dateOf(at),
    dated: false,
    rating: null,
    rewatch: null,
    review: null,
    reviewUrl: null,
    edited: false,
    reviewEdited: false,
    dismissed: false,
    ...of
  }
}
const diary = (id: number, date: string, of: Partial<Omit<StoredReport, "reporter">> = {}): StoredReport =>
  report(id, { source: "letterboxd", at: noonOf(date), date, dated: true, rewatch: false, ...of })

const none: ReadonlySet<string> = new Set()
const of = (reports: ReadonlyArray<StoredReport>, apart = none) => viewingsOf(reports, apart, "movie:7")

/** Plays and diary entries of one film within a few weeks, some close together. */
const reports = fc
  .array(
    fc.record({
      source: fc.constantFrom("plex", "manual", "letterboxd"),
      hours: fc.integer({ min: 0, max: 400 }),
      seconds: fc.integer({ min: 0, max: 90 }),
      rating: fc.option(fc.constantFrom(0.5, 3, 5)),
      dismissed: fc.boolean()
    }),
    { maxLength: 9 }
  )
  .map((all) =>
    all.map(({ dismissed, hours, rating, seconds, source }, index): StoredReport => {
      const at = base + hours * hour + seconds * 1000
      const more = { rating, dismissed: dismissed && index % 4 === 0 }
      return source === "letterboxd"
        ? diary(index + 1, dateOf(at), more)
        : report(index + 1, { source: source as "plex", at, ...more })
    })
  )

describe("the viewings of reports", () => {
  it("take a review that was written by hand, or deleted, before that of the diary", () => {
    const plays = (own: string | null, reviewEdited: boolean) =>
      of([report(1, { review: own, reviewEdited }), diary(2, dateOf(base), { review: "Of the diary" })])
    expect(plays(null, false).map(({ review }) => review)).toEqual(["Of the diary"])
    expect(plays("My own", true).map(({ review }) => review)).toEqual(["My own"])
    expect(plays(null, true).map(({ review }) => review)).toEqual([null])
  })

  it("do not depend on the order of the reports", () => {
    fc.assert(
      fc.property(reports, fc.infiniteStream(fc.nat()), (all, chance) => {
        const keys = new Map(all.map((one) => [one.id, chance.next().value as number]))
        const shuffled = [...all].sort((a, b) => keys.get(a.id)! - keys.get(b.id)!)
        expect(of(shuffled)).toEqual(of(all))
      })
    )
  })

  it("contain each report at most once, one per source, all within 48 hours of another", () => {
    fc.assert(
      fc.property(reports, (all) => {
        const byId = new Map(all.map((one) => [one.id, one]))
        const seen = new Set<number>()
        for (const viewing of of(all)) {
          const members = [viewing.id, ...viewing.merged.map(({ id }) => id)].map((id) => byId.get(id)!)
          for (const { dismissed, id } of members) {
            expect(seen.has(id)).toBe(false)
            expect(dismissed).toBe(false)
            seen.add(id)
          }
          for (const source of ["plex", "manual", "letterboxd"]) {
            const own = members.filter((one) => one.source === source)
            if (own.length > 1)
              expect(Math.max(...own.map(({ at }) => at)) - Math.min(...own.map(({ at }) => at))).toBeLessThanOrEqual(
                120_000
              )
          }
          for (const one of members) {
            if (members.length > 1)
              expect(members.some((other) => other !== one && Math.abs(other.at - one.at) <= 48 * hour)).toBe(true)
          }
        }
        if (all.every(({ dismissed }) => !dismissed)) expect(seen.size).toBe(all.length)
      })
    )
  })

  it("leave no two viewings of different sources that could still merge", () => {
    fc.assert(
      fc.property(
        reports.filter((all) => all.every(({ source }) => source !== "manual")),
        (all) => {
          const byId = new Map(all.map((one) => [one.id, one]))
          const sources = (viewing: ReturnType<typeof of>[number]) =>
            [viewing.id, ...viewing.merged.map(({ id }) => id)].map((id) => byId.get(id)!.source)
          const viewings = of(all.map((one) => ({ ...one, dismissed: false })))
          for (const a of viewings) {
            for (const b of viewings) {
              if (a === b || sources(a).some((source) => sources(b).includes(source))) continue
              expect(Math.abs(byId.get(a.id)!.at - byId.get(b.id)!.at)).toBeGreaterThan(48 * hour)
            }
          }
        }
      )
    )
  })

  it("are separated by hand, and stay separate", () => {
    fc.assert(
      fc.property(reports, (all) => {
        const merged = of(all).find((viewing) => viewing.merged.length > 0)
        if (merged === undefined) return
        const [first] = merged.merged
        const others = [merged.id, ...merged.merged.map(({ id }) => id)].filter((id) => id !== first!.id)
        const apart = new Set(others.map((id) => separationKey(id, first!.id)))
        for (const viewing of of(all, apart)) {
          const members = [viewing.id, ...viewing.merged.map(({ id }) => id)]
          if (members.includes(first!.id)) expect(members.some((id) => others.includes(id))).toBe(false)
        }
      })
    )
  })

  it("take time and source of the media server, and rating and review of the diary", () => {
    const [viewing, ...others] = of([
      report(1, { rating: 2 }),
      diary(2, "2026-01-11", {
        rating: 4.5,
        review: "Still great.",
        reviewUrl: "https://letterboxd.com/x",
        rewatch: true
      })
    ])
    expect(others).toEqual([])
    expect(viewing).toMatchObject({
      id: 1,
      source: "plex",
      at: base,
      date: "2026-01-10",
      rating: 4.5,
      review: "Still great.",
      rewatch: true,
      reliable: true,
      sourceId: "plex:movie:7:2026-01-10"
    })
    expect(viewing!.merged).toEqual([
      {
        id: 2,
        reason: "the same title, reported by plex and letterboxd one day apart, no more than 48 hours",
        rule: "watching.merge.near-days"
      }
    ])
  })

  it("are two if diary and server differ by more than 48 hours, or a source reports two", () => {
    const noon = noonOf("2026-01-12")
    expect(of([report(1, { at: noon - 48 * hour }), diary(2, "2026-01-12")])).toHaveLength(1)
    expect(of([report(1, { at: noon - 48 * hour - 1 }), diary(2, "2026-01-12")])).toHaveLength(2)
    expect(of([report(1, {}), report(2, { at: base + 3 * hour })]).map(({ rewatch }) => rewatch)).toEqual([false, true])
    expect(of([diary(1, "2026-01-10"), diary(2, "2026-01-11")])).toHaveLength(2)
  })

  it("pair a diary's day with the play of that day, not with a nearer one of the day before", () => {
    const late = report(1, { at: Date.parse("2026-01-11T06:00:00Z"), date: "2026-01-10" })
    const next = report(2, { at: Date.parse("2026-01-12T05:00:00Z"), date: "2026-01-11" })
    const viewings = of([late, next, diary(3, "2026-01-11")])
    expect(viewings.map(({ id, merged }) => [id, ...merged.map((one) => one.id)])).toEqual([[1], [2, 3]])
  })

  it("are one if a source sends an event twice, and else have distinct keys in the feed", () => {
    const viewings = of([report(1, {}), report(2, { at: base + 60_000 }), report(3, { at: base + 2 * hour })])
    expect(viewings.map(({ id, sourceId }) => [id, sourceId])).toEqual([
      [1, "plex:movie:7:2026-01-10"],
      [3, "plex:movie:7:2026-01-10:2"]
    ])
    expect(viewings[0]!.merged[0]!.reason).toBe("plex sent the same event twice")
  })

  it("stay deleted if one of their reports was deleted by hand", () => {
    expect(of([report(1, { dismissed: true }), diary(2, "2026-01-10")])).toEqual([])
  })

  it("are shown if they are added by hand next to a deleted one, which stays deleted", () => {
    const deleted = report(1, { dismissed: true })
    const byHand = report(2, { source: "manual", at: base + hour })
    expect(of([deleted, byHand]).map(({ id, merged }) => [id, merged])).toEqual([[2, []]])
    expect(of([deleted, byHand, diary(3, "2026-01-10")]).map(({ id }) => id)).toEqual([2])
  })

  it("are not reliable with only a bare diary entry", () => {
    expect(
      of([diary(1, "2026-01-10"), diary(2, "2026-02-10", { review: "Good." })]).map(({ reliable }) => reliable)
    ).toEqual([false, true])
  })
})

describe("resolved viewings", () => {
  const subject = { titleId: 7, episodeId: null }
  const resolve = (all: ReadonlyArray<StoredReport>) => of(all).map((viewing) => ({ ...viewing, ...subject }))
  const toStored = ({
    isGivenDay: _day,
    merged: _,
    reportedDates: _dates,
    ...viewing
  }: ReturnType<typeof resolve>[0]) => viewing
  const storedOf = (all: ReadonlyArray<StoredReport>) => resolve(all).map(toStored)

  it("turn the stored viewings into the new ones, and change nothing the second time", () => {
    fc.assert(
      fc.property(reports, reports, (before, after) => {
        const [old, next] = [storedOf(before), resolve(after)]
        const { changed, deleted, retracted } = Effect.runSync(compareViewings(old, next))
        const rows = new Map(old.map((viewing) => [viewing.id, viewing]))
        for (const { id } of deleted) rows.delete(id)
        for (const viewing of changed) rows.set(viewing.id, toStored(viewing))
        expect([...rows.values()].sort((a, b) => a.id - b.id)).toEqual(storedOf(after).sort((a, b) => a.id - b.id))
        const renamed = old.filter((one) => next.some(({ id, sourceId }) => id === one.id && sourceId !== one.sourceId))
        expect(retracted.map(({ sourceId }) => sourceId).sort()).toEqual(
          [...deleted, ...renamed].map(({ sourceId }) => sourceId).sort()
        )
        expect(Effect.runSync(compareViewings(storedOf(after), next))).toEqual({
          changed: [],
          deleted: [],
          retracted: []
        })
      })
    )
  })

  it("link every report of a viewing to it, and unlink the others", () => {
    fc.assert(
      fc.property(reports, reports, (before, all) => {
        const linked = (resolved: ReadonlyArray<Viewing>, links: ReadonlyArray<ReportLink>) =>
          new Map([...links, ...Effect.runSync(changedLinks(links, resolved))].map((link) => [link.id, link]))
        const unlinked = all.map(({ id }) => ({ id, watchId: null, reason: null }))
        const first = [...linked(of(before), unlinked).values()]
        const next = linked(of(all), first)
        for (const viewing of of(all)) {
          expect(next.get(viewing.id)).toEqual({ id: viewing.id, watchId: viewing.id, reason: null })
          for (const { id, reason } of viewing.merged) expect(next.get(id)).toEqual({ id, watchId: viewing.id, reason })
        }
        const live = new Set(of(all).flatMap(({ id, merged }) => [id, ...merged.map((one) => one.id)]))
        for (const { id, watchId } of next.values()) if (!live.has(id)) expect(watchId).toBeNull()
        expect(Effect.runSync(changedLinks([...next.values()], of(all)))).toEqual([])
      })
    )
  })
})

/** Reports of one title by any sources within a few weeks: plays with and without an end, marks, days. */
const anyReports = fc
  .array(
    fc.record({
      source: fc.constantFrom(...watchSourceNames),
      minutes: fc.integer({ min: 0, max: 20_000 }),
      length: fc.option(fc.integer({ min: 20, max: 180 })),
      dated: fc.boolean(),
      marked: fc.boolean()
    }),
    { maxLength: 9 }
  )
  .map((all) =>
    all.map(({ dated, length, marked, minutes, source }, index): StoredReport => {
      const at = base + minutes * 60_000
      const span = dated || length === null ? null : at + length * 60_000
      return report(index + 1, {
        source,
        marked,
        dated,
        at: dated ? noonOf(dateOf(at)) : at,
        date: dateOf(at),
        endedAt: span
      })
    })
  )

describe("the viewings of reports of any sources", () => {
  it("do not depend on their order, and contain each of them once, with a reason if it was merged", () => {
    fc.assert(
      fc.property(anyReports, fc.infiniteStream(fc.nat()), (all, chance) => {
        const keys = new Map(all.map((one) => [one.id, chance.next().value as number]))
        const shuffled = [...all].sort((a, b) => keys.get(a.id)! - keys.get(b.id)!)
        const viewings = of(all)
        expect(of(shuffled)).toEqual(viewings)
        const ids = viewings.flatMap(({ id, merged }) => [id, ...merged.map((one) => one.id)])
        expect([...ids].sort((a, b) => a - b)).toEqual(all.map(({ id }) => id))
        expect(viewings.every(({ merged }) => merged.every(({ reason }) => reason !== ""))).toBe(true)
      })
    )
  })

  it("undo any merge by hand", () => {
    fc.assert(
      fc.property(anyReports, (all) => {
        const merged = of(all).find((viewing) => viewing.merged.length > 0)
        if (merged === undefined) return
        const members = [merged.id, ...merged.merged.map(({ id }) => id)]
        const apart = members.at(-1)!
        const keys = new Set(members.slice(0, -1).map((id) => separationKey(id, apart)))
        const again = of(all, keys).find(
          ({ id, merged: others }) => id === apart || others.some((one) => one.id === apart)
        )!
        const together = [again.id, ...again.merged.map(({ id }) => id)].filter((id) => id !== apart)
        expect(together.some((id) => members.includes(id))).toBe(false)
      })
    )
  })

  it("merge two players only at about the same time, in either order", () => {
    const play = (source: "plex" | "jellyfin", minutes: number, length: number | null) =>
      report(source === "plex" ? 1 : 2, {
        source,
        at: base + minutes * 60_000,
        endedAt: length === null ? null : base + (minutes + length) * 60_000
      })
    const [plex, early, late, next] = [
      play("plex", 100, null),
      play("jellyfin", 0, 95),
      play("jellyfin", 131, 90),
      play("jellyfin", 24 * 60, null)
    ]
    expect([early, late, next].map((one) => mayBeOneViewing(plex, one))).toEqual([true, false, false])
    fc.assert(
      fc.property(anyReports, (all) => {
        for (const a of all) for (const b of all) expect(mayBeOneViewing(a, b)).toBe(mayBeOneViewing(b, a))
      })
    )
  })

  it("prefer a media server, then Trakt's plays, Netflix, the diary and marks", () => {
    const order = ["tautulli", "trakt", "netflix", "manual", "letterboxd", "simkl", "tvtime", "imdb"] as const
    const one = of(order.map((source, index) => report(index + 1, { source })).toReversed())
    expect(one.map(({ source }) => source)).toEqual(["tautulli"])
    const marked = of([
      report(1, { source: "trakt", marked: true }),
      diary(2, dateOf(base)),
      report(3, { source: "tvtime", marked: true, dated: true, at: noonOf(dateOf(base)) })
    ])
    expect(marked.map(({ id, reliable }) => [id, reliable])).toEqual([[2, true]])
    expect(of([report(3, { source: "tvtime", marked: true, dated: true })])[0]!.reliable).toBe(false)
  })

  it("count a viewing of Netflix once that has a day in one file and a time in the other", () => {
    const date = dateOf(base)
    const [only, ...others] = of([
      report(1, { source: "netflix", endedAt: base + hour }),
      report(2, { source: "netflix", dated: true, date, at: noonOf(date) })
    ])
    expect([only!.id, only!.merged.map(({ id }) => id), others]).toEqual([1, [2], []])
  })
})

describe("reports that contradict each other", () => {
  const day = 24 * hour
  const play = (id: number, source: StoredReport["source"], at: number, hours = 0) =>
    report(id, { source, at, date: dateOf(at), endedAt: hours === 0 ? null : at + hours * hour })
  const idsOf = (all: ReadonlyArray<StoredReport>) =>
    of(all).map(({ id, merged }) => [id, ...merged.map((one) => one.id)])

  it("stay apart although a diary entry fits all of them", () => {
    const entry = diary(3, dateOf(base + day))
    expect(idsOf([play(1, "plex", base), play(2, "jellyfin", base + day), entry])).toEqual([[1], [2, 3]])
    const mark = report(4, { source: "simkl", at: base + day / 2, marked: true })
    expect(idsOf([play(1, "plex", base), play(2, "jellyfin", base + day), entry, mark])).toHaveLength(2)
  })

  it("stay apart in any number and order, and whatever else is reported", () => {
    fc.assert(
      fc.property(anyReports, (all) => {
        const byId = new Map(all.map((one) => [one.id, one]))
        for (const { id, merged } of of(all)) {
          const members = [id, ...merged.map((one) => one.id)].map((one) => byId.get(one)!)
          for (const a of members)
            for (const b of members)
              if (a.source !== b.source && !a.dated && !b.dated && a.endedAt != null && b.endedAt != null)
                expect(Math.abs(a.at - b.at)).toBeLessThanOrEqual(48 * hour + 2 * duplicateWindow)
          const exact = members.filter((one) => isExact(one))
          for (const a of exact)
            for (const b of exact)
              if (a.source !== b.source) expect(Math.abs(a.at - b.at)).toBeLessThanOrEqual(8 * hour)
        }
      })
    )
  })

  it("are two if one claims to have lasted for days", () => {
    const long = play(1, "jellyfin", base, 69)
    expect(idsOf([long, play(2, "trakt", base + 38 * hour)])).toEqual([[1], [2]])
    // Both ends of a viewing in parts are believed.
    expect(idsOf([play(1, "jellyfin", base, 26), play(2, "trakt", base + 26 * hour)])).toEqual([[1, 2]])
    expect(idsOf([play(1, "jellyfin", base, 26), play(2, "plex", base, 2)])).toEqual([[2, 1]])
    expect(idsOf([play(1, "jellyfin", base, 5), play(2, "trakt", base + 3 * hour)])).toEqual([[1, 2]])
  })
})

describe("a mark next to a play of the same source", () => {
  const scrobble = (id: number, minutes: number) => report(id, { source: "trakt", at: base + minutes * 60_000 })
  const mark = (id: number, minutes: number) => ({ ...scrobble(id, minutes), marked: true })
  const idsOf = (all: ReadonlyArray<StoredReport>) =>
    of(all).map(({ id, merged }) => [id, ...merged.map((one) => one.id)])

  it("is no rewatch, whichever comes first", () => {
    for (const minutes of [4, -4, 40, 200])
      expect([minutes, idsOf([scrobble(1, 0), mark(2, minutes)])]).toEqual([minutes, [[1, 2]]])
    expect(of([scrobble(1, 0), mark(2, 4)])).toMatchObject([{ rewatch: false, at: base }])
  })

  it("belongs to the nearest play, and is a viewing if there is none", () => {
    expect(idsOf([scrobble(1, 0), scrobble(2, 240), mark(3, 200)])).toEqual([[1], [2, 3]])
    expect(idsOf([scrobble(1, 0), mark(2, 300)])).toEqual([[1], [2]])
    expect(idsOf([mark(1, 0), mark(2, 20)])).toEqual([[1], [2]])
    expect(of([scrobble(1, 0), mark(2, 4)], new Set([separationKey(1, 2)]))).toHaveLength(2)
  })
})

describe("viewings with a given day", () => {
  const chosenDay = "2026-02-20"
  const giving = (date: string) => (of: ReadonlyArray<StoredReport>) => (of[0]!.date === date ? chosenDay : null)
  const resolve = (all: ReadonlyArray<StoredReport>, date: string) => viewingsOf(all, none, "movie:7", giving(date))

  it("are on that day, in any order of the reports, and contain each of them once", () => {
    fc.assert(
      fc.property(
        reports.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          for (const { date } of of(all)) {
            const moved = resolve(all, date)
            expect(resolve(shuffled, date)).toEqual(moved)
            expect(moved.some((one) => one.date === chosenDay && one.isGivenDay && one.dated && one.reliable)).toBe(
              true
            )
            expect(moved.filter((one) => one.date === date && date !== chosenDay)).toEqual([])
            const ids = moved.flatMap(({ id, merged }) => [id, ...merged.map((one) => one.id)])
            expect(ids.sort()).toEqual(
              of(all)
                .flatMap(({ id, merged }) => [id, ...merged.map((one) => one.id)])
                .sort()
            )
          }
        }
      )
    )
  })

  it("leave the others as they are, if none of them is near", () => {
    fc.assert(
      fc.property(reports, (all) => {
        for (const { date } of of(all)) {
          const others = of(all).filter((one) => one.date !== date)
          const left = viewingsOf(all, none, "movie:7", (some) => (some[0]!.date === date ? "1999-01-01" : null))
          const rewatchless = (some: typeof left) => some.map(({ rewatch: _, sourceId: _id, ...one }) => one)
          expect(rewatchless(left.filter((one) => !one.isGivenDay))).toEqual(rewatchless(others))
        }
      })
    )
  })
})
