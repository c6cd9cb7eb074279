import { mergeReports, type RecordBatch, type Values } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import type { ImportFile } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { flighty as flightySource } from "../../src/flighty/source.js"
import { googleTimeline, googleTimelineTakeout } from "../../src/google-timeline/source.js"
import { myFlightradar24 as myFlightradar24Source } from "../../src/myflightradar24/source.js"
import { swarm as swarmSource } from "../../src/swarm/source.js"
import { untappd as untappdSource } from "../../src/untappd/source.js"
import { sampleOf } from "../../src/kit/exportFile/sample.js"
import { optionalDomains } from "../../src/optional.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const { exportFile: flightyFile } = filesOf(flightySource)
const { exportFile: deviceFile } = filesOf(googleTimeline)
const { exportFile: takeoutFile } = filesOf(googleTimelineTakeout)
const { exportFile: flightradarFile } = filesOf(myFlightradar24Source)
const { exportFile: swarmFile } = filesOf(swarmSource)
const { exportFile: untappdFile } = filesOf(untappdSource)

const sources = optionalDomains.flatMap((one) => one.sources)

interface Report {
  readonly readable: number
  readonly unreadable: number
}

const readers = {
  swarm: swarmFile,
  "google-timeline": deviceFile,
  "google-timeline-takeout": takeoutFile,
  flighty: flightyFile,
  myflightradar24: flightradarFile,
  untappd: untappdFile
}

/** The rows that a source reads of a file, and how many it reports. Fails like the reader. */
const read = (id: keyof typeof readers, name: string, content: string | Uint8Array) =>
  Effect.gen(function* () {
    let report: Report = { readable: 0, unreadable: 0 }
    const file: ImportFile = {
      ...importFile(name, content, 37),
      onReport: ({ readable, unreadable }) => Effect.sync(() => void (report = { readable, unreadable }))
    }
    const { failure, records } = yield* readPages<RecordBatch>(readers[id](file))
    if (failure !== null) return yield* failure
    return { rows: records.flatMap(({ rows }) => Array.from(rows)), report }
  })

const recognised = (name: string, content: string | Uint8Array) =>
  Effect.map(sampleOf(importFile(name, content)), (sample) =>
    sources.flatMap(({ archive, id }) => (archive.recognise?.(sample) === true ? [id] : []))
  )

const swarm = JSON.stringify({
  count: 4,
  items: [
    {
      id: "65a500000000000000000001",
      createdAt: "2025-01-15 10:00:00.000000",
      type: "checkin",
      timeZoneOffset: 0,
      visibility: "public",
      venue: { id: "4b0000000000000000000001", name: "Harbour Cafe" },
      shout: "with [brackets]",
      lat: 38.71,
      lng: -9.14,
      comments: { count: 0 }
    },
    { id: "65a500000000000000000002", createdAt: 1_736_935_200, type: "checkin", lat: 0, lng: 200 },
    { id: "65a500000000000000000003", createdAt: "2025-01-15 10:00:00", type: "venueless" },
    { id: "65a500000000000000000004", createdAt: "yesterday", type: "checkin" }
  ]
})

const android = JSON.stringify({
  // Some phones write what is no visit first.
  rawSignals: [{ position: { LatLng: "38.71°, -9.14°", timestamp: "2025-01-15T10:00:00.000+00:00" } }],
  semanticSegments: [
    {
      startTime: "2025-01-15T11:00:00.000+01:00",
      endTime: "2025-01-15T12:00:00.000+01:00",
      visit: {
        hierarchyLevel: 0,
        probability: 0.8,
        topCandidate: {
          placeId: "ChIJ1",
          semanticType: "INFERRED_HOME",
          probability: 0.6,
          placeLocation: { latLng: "38.7100000°, -9.1400000°" }
        }
      }
    },
    {
      startTime: "2025-01-15T11:10:00.000+01:00",
      endTime: "2025-01-15T11:20:00.000+01:00",
      visit: { hierarchyLevel: 1, topCandidate: { placeId: "ChIJ2", placeLocation: { latLng: "38.71°, -9.14°" } } }
    },
    { startTime: "2025-01-15T12:00:00.000+01:00", activity: { distanceMeters: 1520.2 } },
    { startTime: "2025-01-15T12:00:00.000+01:00", timelinePath: [{ point: "38.71°, -9.14°" }] },
    { startTime: "no time", visit: { topCandidate: { placeId: "ChIJ3" } } }
  ],
  userLocationProfile: { frequentPlaces: [] }
})

const iPhone = JSON.stringify([
  {
    startTime: "2025-01-15T11:00:00.000+01:00",
    endTime: "2025-01-15T12:00:00.000+01:00",
    visit: {
      hierarchyLevel: "0",
      topCandidate: { placeID: "ChIJ1", semanticType: "Unknown", probability: "0.6", placeLocation: "geo:38.71,-9.14" }
    }
  },
  { startTime: "2025-01-15T12:00:00Z", endTime: "2025-01-15T12:30:00Z", timelinePath: [{ point: "geo:38.71,-9.14" }] }
])

const takeout = JSON.stringify({
  timelineObjects: [
    { activitySegment: { startLocation: { latitudeE7: 387100000 } } },
    {
      placeVisit: {
        location: {
          latitudeE7: 387100000,
          longitudeE7: -91400000,
          placeId: "ChIJ1",
          name: "Harbour Cafe",
          address: "1 Quay\nLisbon"
        },
        duration: { startTimestamp: "2025-01-15T10:00:00Z", endTimestamp: "2025-01-15T11:00:00.123Z" }
      }
    },
    {
      placeVisit: {
        location: { latitudeE7: 387100000, longitudeE7: -91400000 },
        duration: { startTimestampMs: "1579082400000", endTimestampMs: "1579086000000" }
      }
    }
  ]
})

const flightyHeader =
  "Date,Airline,Flight,From,To,Dep Terminal,Dep Gate,Arr Terminal,Arr Gate,Canceled,Diverted To,Gate Departure (Scheduled),Gate Departure (Actual),Take off (Scheduled),Take off (Actual),Landing (Scheduled),Landing (Actual),Gate Arrival (Scheduled),Gate Arrival (Actual),Aircraft Type Name,Tail Number,PNR,Seat,Seat Type,Cabin Class,Flight Reason,Notes,Flight Flighty ID,Airline Flighty ID,Departure Airport Flighty ID,Arrival Airport Flighty ID,Diverted To Airport Flighty ID,Aircraft Type Flighty ID"
const flighty = [
  flightyHeader,
  "2025-03-14,TAP,1234,LIS,LHR,1,14,2,B36,false,,2025-03-14T07:00,2025-03-14T07:12,,,,,2025-03-14T09:45,2025-03-14T09:51,A320,CS-TNA,ABC123,12A,WINDOW,PREMIUM_ECONOMY,LEISURE,,u1,u2,u3,u4,,u5",
  "2025-03-15,TAP,1235,LHR,LIS,,,,,true,,2025-03-15T07:00,,,,,,,,,,,,,,,,u6,u2,u4,u3,,"
].join("\r\n")

const flightradarHeader =
  "Date,Flight number,From,To,Dep time,Arr time,Duration,Airline,Aircraft,Registration,Seat number,Seat type,Flight class,Flight reason,Note,Dep_id,Arr_id,Airline_id,Aircraft_id"
const flightradar = [
  flightradarHeader,
  '2025-03-14,TP1234,"Lisbon / Humberto Delgado (LIS/LPPT)","London / Heathrow (LHR/EGLL)",07:00:00,09:45:00,02:45:00,"TAP (TP/TAP)","Airbus A320 (A320)",CS-TNA,12A,1,4,1,,1,2,3,4',
  '2006-02,,"Field (/XXLF)","London / Heathrow (LHR/EGLL)",00:00:00,00:00:00,00:00:00,,,,,0,0,0,,1,2,3,4',
  '14 March,TP1,"Lisbon (LIS/LPPT)","London (LHR/EGLL)",07:00:00,,,,,,,0,0,0,,1,2,3,4'
].join("\n")

const untappd = {
  beer_name: "Harbour Stout",
  brewery_name: "Quay Brewing",
  beer_type: "Stout - Imperial",
  beer_abv: "9.5",
  beer_ibu: "0",
  comment: "",
  venue_name: "Harbour Bar",
  venue_city: "Lisbon",
  venue_country: "Portugal",
  venue_lat: "38.71",
  venue_lng: "-9.14",
  rating_score: "4.25",
  created_at: "2025-03-14 20:11:09",
  serving_type: "Draft",
  checkin_id: "1234567890"
}
const untappdCsv = [Object.keys(untappd).join(","), Object.values(untappd).join(",")].join("\n")

const visit = {
  started_at: Date.parse("2025-01-15T10:00:00Z"),
  ended_at: Date.parse("2025-01-15T11:00:00Z"),
  place: "ChIJ1",
  name: null,
  address: null,
  latitude: 38.71,
  longitude: -9.14
}

const flight = {
  day: "2025-03-14",
  flown_on: "2025-03-14",
  origin: "LIS",
  destination: "LHR",
  number: "1234",
  airline: "TAP",
  diverted_to: null,
  aircraft: "A320",
  registration: "CS-TNA",
  seat: "12A",
  seat_type: "window",
  cabin: "premium",
  reason: "leisure",
  comment: null
}

describe("export files of places", () => {
  it.effect("of Swarm give check-ins, also of deleted venues", () =>
    Effect.gen(function* () {
      const first = {
        checkin: "65a500000000000000000001",
        venue: "Harbour Cafe",
        venue_id: "4b0000000000000000000001",
        comment: "with [brackets]",
        latitude: 38.71,
        longitude: -9.14,
        checked_in_at: Date.parse("2025-01-15T10:00:00Z")
      }
      const second = {
        checkin: "65a500000000000000000002",
        venue: null,
        venue_id: null,
        comment: null,
        latitude: null,
        longitude: null,
        checked_in_at: Date.parse("2025-01-15T10:00:00Z")
      }
      const archive = zipSync({ "export/checkins1.json": strToU8(swarm), "export/photos.json": strToU8("{}") })
      for (const content of [swarm, archive])
        expect(yield* read("swarm", "download", content)).toStrictEqual({
          rows: [first, second],
          report: { readable: 2, unreadable: 1 }
        })
    })
  )

  it.effect("of a phone give the outer visits, wherever they stand in the file", () =>
    Effect.gen(function* () {
      expect(yield* read("google-timeline", "download", android)).toStrictEqual({
        rows: [{ ...visit, kind: "INFERRED_HOME" }],
        report: { readable: 1, unreadable: 1 }
      })
      expect(yield* read("google-timeline", "download", iPhone)).toStrictEqual({
        rows: [{ ...visit, kind: null }],
        report: { readable: 1, unreadable: 0 }
      })
    })
  )

  it.effect("of an earlier Takeout give visits with names, in whichever unit their times are", () =>
    Effect.gen(function* () {
      const archive = zipSync({
        "Takeout/Location History/Semantic Location History/2025/2025_JANUARY.json": strToU8(takeout),
        "Takeout/Location History/Records.json": strToU8('{"locations":[]}')
      })
      const { rows } = yield* read("google-timeline-takeout", "takeout.zip", archive)
      expect(rows).toStrictEqual([
        {
          ...visit,
          ended_at: Date.parse("2025-01-15T11:00:00.123Z"),
          name: "Harbour Cafe",
          address: "1 Quay, Lisbon",
          kind: null
        },
        { ...visit, started_at: 1_579_082_400_000, ended_at: 1_579_086_000_000, place: "38.71,-9.14", kind: null }
      ])
    })
  )

  it.effect("of Flighty give flights by the wall clock, without canceled ones", () =>
    Effect.gen(function* () {
      expect((yield* read("flighty", "flights.csv", flighty)).rows).toStrictEqual([
        { ...flight, departed: "2025-03-14T07:12", arrived: "2025-03-14T09:51", duration_min: null }
      ])
    })
  )

  it.effect("of myFlightradar24 give flights, also of a month alone", () =>
    Effect.gen(function* () {
      const nothing = Object.fromEntries(Object.keys(flight).map((name) => [name, null]))
      for (const content of [flightradar, `\n${flightradar}`])
        expect(yield* read("myflightradar24", "flights.csv", content)).toStrictEqual({
          rows: [
            { ...flight, departed: "2025-03-14T07:00", arrived: null, duration_min: 165 },
            {
              ...nothing,
              day: "2006-02",
              origin: "XXLF",
              destination: "LHR",
              number: "",
              departed: null,
              arrived: null,
              duration_min: null
            }
          ],
          report: { readable: 2, unreadable: 1 }
        })
    })
  )

  it.effect("of myFlightradar24 are read without the ids that earlier exports lack", () =>
    Effect.gen(function* () {
      const earlier = flightradar.replace(/(?:,Dep_id,Arr_id,Airline_id,Aircraft_id|,1,2,3,4)$/gm, "")
      expect(yield* recognised("download", earlier)).toStrictEqual(["myflightradar24"])
      expect(yield* read("myflightradar24", "flights.csv", earlier)).toStrictEqual(
        yield* read("myflightradar24", "flights.csv", flightradar)
      )
    })
  )

  it.effect("of myFlightradar24 have no airline and no aircraft where the site writes brackets without a code", () =>
    Effect.gen(function* () {
      const between = '"Lisbon (LIS/LPPT)","London (LHR/EGLL)",07:00:00,09:45:00,02:45:00'
      const file = [
        flightradarHeader,
        `2025-03-14,,${between}, (/), (),,,0,0,0,,1,2,0,0`,
        `2025-03-15,,${between},TAP (TP/),Glider (),,,0,0,0,,1,2,3,0`,
        `2025-03-16,,${between},TAP (/TAP),Airbus A320-200 (A320),,,0,0,0,,1,2,3,4`
      ].join("\n")
      const { rows } = yield* read("myflightradar24", "flights.csv", file)
      const flights = rows as ReadonlyArray<Record<string, unknown>>
      expect(flights.map((one) => [one["airline"], one["aircraft"]])).toStrictEqual([
        [null, null],
        ["TP", "Glider"],
        ["TAP", "A320"]
      ])
    })
  )

  it.effect("give the same rows when a spreadsheet has saved them, to the minute that it keeps", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
      // As Excel writes them: in the United States, and in Germany with semicolons.
      const american = { ...untappd, created_at: "3/14/2025 8:11 PM" }
      const commas = Object.entries(untappd).map(([name, cell]) => [name, cell.replace(/^(-?\d+)\.(\d+)$/, "$1,$2")])
      const german = { ...Object.fromEntries(commas), created_at: "14.03.2025 20:11" }
      const drinks = (row: object, separator: string) =>
        [Object.keys(row), Object.values(row)].map((one) => one.join(separator))
      const [before] = (yield* read("untappd", "a.csv", untappdCsv)).rows
      for (const content of [drinks(american, ","), drinks(german, ";")])
        expect((yield* read("untappd", "a.csv", content.join("\r\n"))).rows).toStrictEqual([
          { ...(before as object), drunk_at: Date.parse("2025-03-14T20:11:00Z") }
        ])
      const americanTime = (_: string, day: string, hour: string, minute: string) =>
        `3/${day}/2025 ${Number(hour)}:${minute}`
      const saved = flighty
        .replace(/2025-03-(\d\d)T(\d\d):(\d\d)/g, americanTime)
        .replace(/2025-03-(\d\d)/g, "3/$1/2025")
      expect(yield* read("flighty", "a.csv", saved)).toStrictEqual(yield* read("flighty", "a.csv", flighty))
      const clocks = flightradar.replaceAll("2025-03-14", "14/03/2025").replaceAll("07:00:00", "7:00:00 AM")
      expect(yield* read("myflightradar24", "a.csv", clocks)).toStrictEqual(
        yield* read("myflightradar24", "a.csv", flightradar)
      )
    })
  )

  it.effect("of Untappd give the same drinks from CSV and JSON", () =>
    Effect.gen(function* () {
      const csv = yield* read("untappd", "history.csv", untappdCsv)
      const numbers = {
        beer_abv: 9.5,
        beer_ibu: 0,
        venue_lat: 38.71,
        venue_lng: -9.14,
        rating_score: 4.25,
        checkin_id: 1234567890
      }
      const json = yield* read("untappd", "history.json", JSON.stringify([{ ...untappd, ...numbers, comment: null }]))
      expect(csv.rows).toStrictEqual([
        {
          checkin: "1234567890",
          beer: "Harbour Stout",
          brewery: "Quay Brewing",
          style: "Stout - Imperial",
          abv: 9.5,
          ibu: 0,
          rating: 4.25,
          serving: "Draft",
          comment: null,
          venue: "Harbour Bar",
          city: "Lisbon",
          country: "Portugal",
          latitude: 38.71,
          longitude: -9.14,
          drunk_at: Date.parse("2025-03-14T20:11:09Z")
        }
      ])
      expect(json.rows).toStrictEqual(csv.rows)
      const zipped = zipSync({ "untappd/download": strToU8(JSON.stringify([untappd])) })
      expect((yield* read("untappd", "history.zip", zipped)).rows).toStrictEqual(csv.rows)
    })
  )

  it.effect("are recognised by their content alone, each by one source", () =>
    Effect.gen(function* () {
      const files = {
        swarm,
        "google-timeline": android,
        "google-timeline-takeout": takeout,
        flighty,
        myflightradar24: flightradar,
        untappd: untappdCsv
      }
      for (const [id, content] of Object.entries(files))
        for (const file of [content, zipSync({ "a folder/download": strToU8(content) })])
          expect(yield* recognised("download", file)).toStrictEqual([id])
      expect(yield* recognised("a", iPhone)).toStrictEqual(["google-timeline"])
      expect(yield* recognised("a", JSON.stringify([untappd]))).toStrictEqual(["untappd"])
      expect(yield* recognised("a", zipSync({ "x/Timeline.json": strToU8(android) }))).toStrictEqual([
        "google-timeline"
      ])
    })
  )

  it.effect("that end too early are refused", () =>
    Effect.gen(function* () {
      for (const [id, content] of [
        ["swarm", swarm],
        ["google-timeline", android]
      ] as const) {
        const failure = yield* Effect.flip(read(id, "download", content.slice(0, -300)))
        expect(failure.message).toMatch(/is cut short|holds no row/)
      }
    })
  )

  it("of two apps make one flight, in any order", () => {
    const record = places.records.flight
    const either = fc.option(fc.constantFrom("2025-03-14T07:00", "2025-03-14T07:12"), { nil: null })
    const report = fc.record({ departed: either, arrived: either, seat: fc.option(fc.string(), { nil: null }) })
    fc.assert(
      fc.property(report, report, (one, other) => {
        const reports = { flighty: { ...flight, ...one }, myflightradar24: { ...flight, ...other } }
        const backwards = Object.fromEntries(Object.entries(reports).reverse())
        const merged = mergeReports(record, reports as unknown as Record<string, Values>)
        expect(merged).toStrictEqual(mergeReports(record, backwards as unknown as Record<string, Values>))
        for (const name of ["departed", "arrived", "seat"] as const)
          expect(merged?.[name]).toBe(one[name] ?? other[name])
      })
    )
  })
})
