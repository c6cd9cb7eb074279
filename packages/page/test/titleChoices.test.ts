import { expect, it } from "vitest"
import { choices, correctionOf } from "../src/corrections/choices.js"
import { sentenceOf } from "../src/corrections/correction.js"

const subject = { title: "Heron Street", year: "2012" }
const film = { domain: "watching", type: "movie" }
const choiceOf = (label: string) => choices.movie.find((one) => one.label === label)!

it("a film that a person looks at remains, and the other one is separated from it", () => {
  const correction = correctionOf("movie", subject, choiceOf("These are two …"), "Heron Street (2011)", undefined)
  const other = { title: "Heron Street", year: "2011" }
  expect(correction).toEqual({ ...film, kind: "different", subject: other, object: subject })
  expect(sentenceOf(correction)).toBe("Heron Street (2011) is not Heron Street (2012)")
})

it.each([
  ["603", "tmdb_id=603"],
  ["https://www.themoviedb.org/movie/603-heron-street", "tmdb_id=603"],
  ["https://www.themoviedb.org/tv/1402", "tmdb_id=1402"],
  ["https://www.imdb.com/title/tt2000374/", "imdb_id=tt2000374"]
])("a film is the one at %s", (text, value) =>
  expect(correctionOf("movie", subject, choiceOf("It is another one at TMDB …"), text, undefined)).toEqual({
    ...film,
    ...{ kind: "identify", subject, value }
  })
)

it("a film may be none at TMDB", () => {
  const correction = correctionOf("movie", subject, choiceOf("TMDB does not have it"), "", undefined)
  expect(correction).toEqual({ ...film, kind: "identify", subject, value: "none" })
  expect(sentenceOf(correction)).toBe("Heron Street (2012) is at no provider")
})
