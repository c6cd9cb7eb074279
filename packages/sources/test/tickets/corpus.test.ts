import type { Draft } from "@daybook/core/attending"
import { expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readMail } from "../../src/tickets/mail/mail.js"
import { readTickets } from "../../src/tickets/reading/read.js"
import { eventsOfMentions } from "./mails.js"

interface ExpectedEvent {
  readonly title?: string
  readonly venue?: string
  readonly city?: string
  readonly country?: string
  readonly start?: string
  readonly zone?: string
  readonly section?: string
  readonly row?: string
  readonly seat?: string
  readonly quantity?: number
  readonly price_total?: string
  readonly currency?: string
  readonly order?: string
}

/** What one mail of the corpus says, by the person who wrote it. */
interface ExpectedMail {
  readonly file: string
  readonly purpose: string
  readonly attended: "yes" | "no" | "review-ok"
  readonly follows?: string
  readonly after?: { readonly status: string }
  readonly events: ReadonlyArray<ExpectedEvent>
}

/** Mails that another person invented without knowing the parser. */
const folder = new URL("corpus/", import.meta.url).pathname

const plain = (text: string | null | undefined) =>
  (text ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s"'’“”„«»‹›()（）·.,:–—-]+/g, "")

/** Fields that the merged event has wrong. */
const wrongFields = (draft: Draft, zone: string | null, expected: ExpectedEvent): ReadonlyArray<string> => {
  const [order] = draft.orders
  const [date, time = null] = expected.start?.split("T") ?? []
  const text = (field: keyof ExpectedEvent, value: string | null | undefined) =>
    expected[field] === undefined || plain(String(expected[field])) === plain(value)
      ? []
      : [`${field}: ${value} for ${expected[field]}`]
  return [
    ...text("title", draft.title),
    ...text("venue", draft.venue?.name),
    ...text("city", draft.venue?.city),
    ...text("country", draft.venue?.country),
    ...(date === undefined || draft.date === date ? [] : [`date: ${draft.date} for ${date}`]),
    ...(time === null || draft.startsAt?.slice(11, 16) === time.slice(0, 5)
      ? []
      : [`time: ${draft.startsAt} for ${time}`]),
    ...text("zone", zone),
    ...text("section", order?.section),
    ...text("row", order?.row),
    ...(expected.seat === undefined || plain(order?.seats.join(",")) === plain(expected.seat)
      ? []
      : [`seat: ${order?.seats.join(",")} for ${expected.seat}`]),
    ...(expected.quantity === undefined || order?.quantity === expected.quantity
      ? []
      : [`quantity: ${order?.quantity} for ${expected.quantity}`]),
    ...(expected.price_total === undefined ||
    order?.totalCents === Math.round(Number(expected.price_total) * (expected.currency === "JPY" ? 1 : 100))
      ? []
      : [`price: ${order?.totalCents} for ${expected.price_total}`]),
    ...(expected.price_total === undefined || Number(expected.price_total) === 0
      ? []
      : text("currency", order?.currency)),
    ...text("order", order?.orderId)
  ]
}

const reasonsOf = async (file: string) =>
  readTickets(await readMail(readFileSync(`${folder}/${file}`)), true).flatMap(({ evidence }) => evidence?.reason ?? [])

const attendedOf = (drafts: ReadonlyArray<Draft>) => drafts.filter(({ doubt, going }) => doubt === null && going)

const draftsOf = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<Draft>> => {
  const mentions = (
    await Promise.all(files.map(async (file) => readTickets(await readMail(readFileSync(`${folder}/${file}`)), true)))
  ).flat()
  return eventsOfMentions(mentions)
}

it("mails of an author who had not read the parser become events as they say", async () => {
  const all = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8")) as ReadonlyArray<ExpectedMail>
  const lines: Array<string> = []
  let [right, wrong, bought, boughtAttended, remaining] = [0, 0, 0, 0, 0]
  const fields = new Map<string, { total: number; wrong: number }>()
  for (const mail of all) {
    const drafts = await draftsOf([...(mail.follows === undefined ? [] : [mail.follows]), mail.file])
    const attended = attendedOf(drafts)
    if (mail.attended === "no") {
      // The rest of an order stays attended when one of its tickets is given away.
      if (mail.after?.status === "partly_given_away") continue
      wrong += attended.length
      if (attended.length > 0)
        lines.push(`${mail.file} ${mail.purpose}: ATTENDED ${attended.map(({ title }) => title).join(" + ")}`)
      continue
    }
    if (mail.attended === "yes" && mail.purpose === "bought") {
      bought += 1
      if (attended.length > 0) boughtAttended += 1
      if (drafts.length > 0) remaining += 1
    }
    right += attended.length
    if (attended.length < mail.events.length && mail.attended === "yes")
      lines.push(
        `${mail.file} ${mail.purpose}: ${attended.length}/${mail.events.length} drafts ${drafts.map((one) => `${one.doubt} ${one.title}`).join(" + ")} ${(await reasonsOf(mail.file)).join(" + ")}`
      )
    for (const expected of mail.events) {
      const draft =
        attended.find(
          ({ date, title }) => date === expected.start?.slice(0, 10) && plain(title) === plain(expected.title)
        ) ??
        attended.find(({ date }) => date === expected.start?.slice(0, 10)) ??
        attended[0]
      if (draft === undefined) continue
      const bad = wrongFields(draft, draft.venue?.zone ?? null, expected)
      const names = new Set(bad.map((one) => one.split(":")[0]!))
      for (const field of [
        ...Object.keys(expected).filter((one) => one !== "start" && one !== "price_total"),
        "date",
        "time",
        "price"
      ]) {
        const count = fields.get(field) ?? { total: 0, wrong: 0 }
        fields.set(field, { total: count.total + 1, wrong: count.wrong + (names.has(field) ? 1 : 0) })
      }
      if (bad.length > 0) lines.push(`${mail.file}: ${bad.join("; ")}`)
    }
  }
  if (process.env["SHOW_FIGURES"] !== undefined)
    console.log(
      [
        ...lines,
        `precision ${right / (right + wrong)}, attended ${boughtAttended} of ${bought}, remaining ${remaining}`,
        ...[...fields].map(([field, count]) => `${field} ${count.total - count.wrong} of ${count.total}`)
      ].join("\n")
    )
  const report = lines.join("\n")
  expect(right / (right + wrong), report).toBeGreaterThanOrEqual(0.98)
  expect(boughtAttended / bought, report).toBeGreaterThanOrEqual(0.85)
  expect(remaining / bought, report).toBeGreaterThanOrEqual(0.99)
  for (const [field, count] of fields)
    expect((count.total - count.wrong) / count.total, `${field}\n${report}`).toBeGreaterThanOrEqual(0.95)
}, 600_000)
