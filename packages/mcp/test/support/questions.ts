import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { beforeAll, describe, expect, it } from "vitest"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { questionsOf, type Question } from "../oracle/questions.js"
import { type CallResult, olderOverHttp, overHttp, overStdio, type TestClient } from "./clients.js"
import type { Fixture } from "./fixture.js"

const textOf = (result: CallResult): string => result.content.map(({ text }) => text).join("\n")

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Whether a text has a value, and not only as a part of a longer number or word. */
const has = (text: string, value: string | number): boolean =>
  typeof value === "number"
    ? new RegExp(`(^|[^\\d.])${escape(String(value))}($|[^\\d.]|\\.(?!\\d))`, "m").test(text)
    : text.includes(value) ||
      text.includes(JSON.stringify(value).slice(1, -1)) ||
      text.includes(value.replaceAll("|", "/"))

interface Played {
  readonly question: Question
  readonly missing: ReadonlyArray<string | number>
  readonly tools: ReadonlyArray<string>
  readonly tokens: number
}

const play = async (client: TestClient, question: Question): Promise<Played> => {
  const texts: Array<string> = []
  const tools: Array<string> = []
  for (const planned of question.calls) {
    const [tool, args] = planned(texts)
    tools.push(tool)
    texts.push(textOf(await client.call(tool, args)))
  }
  const all = texts.join("\n")
  return {
    question,
    tools,
    tokens: texts.reduce((sum, text) => sum + encode(text).length, 0),
    missing: question.facts.filter((fact) => !has(all, fact))
  }
}

/** The forty questions over every transport and era. */
export const asksQuestions = (fixtureOf: () => Fixture): void => {
  let fixture: Fixture
  let questions: ReadonlyArray<Question>
  beforeAll(() => {
    fixture = fixtureOf()
    questions = questionsOf(fixture.facts)
  })
  const connections = {
    "over HTTP in the era of 2026": () => overHttp(fixture, fixture.read, "2026-07-28"),
    "over HTTP in the era of 2025": () => overHttp(fixture, fixture.read, "2025-11-25"),
    "over HTTP with the older library": () => olderOverHttp(fixture, fixture.read),
    ...(isQuick
      ? {}
      : {
          "on stdio in the era of 2026": () => overStdio(fixture, "2026-07-28"),
          "on stdio in the era of 2025": () => overStdio(fixture, "2025-11-25")
        })
  } as const

  describe("the forty questions", () => {
    it.each(Object.entries(connections))("are answered with the oracle's facts %s", async (_, connect) => {
      const client = await connect()
      const played: Array<Played> = []
      for (const question of questions) played.push(await play(client, question))
      await client.close()
      expect(questions.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 1)
      )
      expect(questions.filter(({ facts }) => facts.length === 0)).toEqual([])
      expect(
        played.filter(({ missing }) => missing.length > 0).map(({ missing, question }) => [question.number, missing])
      ).toEqual([])
      expect(Math.max(...played.map(({ tools }) => tools.length))).toBeLessThanOrEqual(3)
      const tokens = played.map((one) => one.tokens).toSorted((a, b) => a - b)
      expect(tokens.at(-1)).toBeLessThanOrEqual(6_000)
      expect(tokens[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(1_200)
    })

    it("lead to their first tool by the words of its name, title and description", async () => {
      const client = await overHttp(fixture, fixture.read, "2026-07-28")
      const documents = (await client.tools()).map(({ description = "", name, title = "" }) => ({
        name,
        text: `${name} ${title} ${description}`
      }))
      await client.close()
      const rank = bm25(documents)
      const ranked = questions.filter(({ calls, words }) => rank(words).slice(0, 3).includes(calls[0]!([])[0]))
      const missed = questions
        .filter((question) => !ranked.includes(question))
        .map(({ calls, words }) => [words, calls[0]!([])[0], rank(words).slice(0, 3)])
      expect(ranked.length >= 36 ? [] : missed).toEqual([])
    })
  })
}

const stop = new Set(
  "a an and at by did do does for from give have how i in is it me my of on or s show so that the there they this to was were what when where which who with would".split(
    " "
  )
)

const stem = (word: string) => word.replace(/(ies)$/, "y").replace(/(ing|ed|es|s)$/, "")

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word)).map(stem)

/** Okapi BM25 with the usual constants. */
const bm25 = (documents: ReadonlyArray<{ readonly name: string; readonly text: string }>) => {
  const [k, b] = [1.2, 0.75]
  const all = documents.map(({ name, text }) => ({ name, words: wordsOf(text.replaceAll("_", " ")) }))
  const mean = all.reduce((sum, { words }) => sum + words.length, 0) / all.length
  const weight = (word: string) => {
    const n = all.filter(({ words }) => words.includes(word)).length
    return Math.log(1 + (all.length - n + 0.5) / (n + 0.5))
  }
  return (query: string): ReadonlyArray<string> =>
    all
      .map(({ name, words }) => ({
        name,
        score: wordsOf(query).reduce((sum, word) => {
          const count = words.filter((one) => one === word).length
          return sum + (weight(word) * count * (k + 1)) / (count + k * (1 - b + (b * words.length) / mean))
        }, 0)
      }))
      .toSorted((x, y) => y.score - x.score)
      .map(({ name }) => name)
}
