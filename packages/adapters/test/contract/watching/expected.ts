import type { NewCorrection } from "@daybook/core/corrections"
import { type Seen, episodeOf, titles, yearOf } from "./steps.js"

/** A title by its index; `b` is the part of it that a correction separates. */
type Entity = string

/** The films and episodes that are to be seen, by a computation of its own. */
export const expectedOf = (history: ReadonlyArray<Seen>, some: ReadonlyArray<NewCorrection>) => {
  const fold = (name: string) => name.toLowerCase().replace("ä", "a")
  const isNamed = (key: NewCorrection["subject"], title: number) => fold(key["title"]!) === fold(titles[title]!.title)
  const typeOf = (one: Seen) => (episodeOf(one) === null ? "movie" : "show")
  const seenOf = (type: string) => history.filter((one) => typeOf(one) === type)
  /** Whether corrections separate the first title: what names both years is then two. */
  const isSeparate = (type: string) =>
    some.some((one) => one.kind === "different" && one.type === type && one.subject["year"] !== undefined) &&
    new Set(
      seenOf(type)
        .filter(({ title }) => title === 0)
        .map(yearOf)
    ).size > 1
  const entityOf = (one: Seen): Entity =>
    isSeparate(typeOf(one)) && one.title === 0 && yearOf(one) === 1961 ? "0b" : `${one.title}`
  const indexOf = (entity: Entity) => Number(entity[0])
  const seenAs = (type: string) => [...new Set(seenOf(type).map(entityOf))].toSorted()
  const endOf = (type: string, entity: Entity): Entity => {
    const move = some.find((one) => one.kind === "same" && one.type === type && isNamed(one.subject, indexOf(entity)))
    const target = seenAs(type).find((other) => move !== undefined && isNamed(move.object!, indexOf(other)))
    return target === undefined ? entity : endOf(type, target)
  }
  const groupOf = (type: string, entity: Entity) =>
    seenAs(type).filter((other) => endOf(type, other) === endOf(type, entity))
  const givenTo = (type: string, entity: Entity) =>
    some.find((one) => one.kind === "name" && one.type === type && isNamed(one.subject, indexOf(entity)))?.value
  const nameOf = (type: string, entity: Entity) =>
    [endOf(type, entity), ...groupOf(type, entity)].map((one) => givenTo(type, one)).find((one) => one !== undefined) ??
    titles[indexOf(endOf(type, entity))]!.title
  const isHidden = (one: Seen) => {
    const [episode, own] = [episodeOf(one), typeOf(one)]
    const spellings = groupOf(own, entityOf(one)).flatMap((entity) =>
      [titles[indexOf(entity)]!.title, givenTo(own, entity) ?? []].flat()
    )
    return some.some(({ kind, subject, type }) => {
      if (kind !== "hide" || !spellings.map(fold).includes(fold(subject["title"]!))) return false
      if (type !== "viewing") return type === own
      return (
        subject["watched_on"] === one.day &&
        subject["season"] === (episode === null ? undefined : "1") &&
        subject["episode"] === (episode === null ? undefined : String(episode))
      )
    })
  }
  const visible = history.filter((one) => !isHidden(one))
  const listOf = (type: string) =>
    [
      ...new Map(
        visible
          .filter((one) => typeOf(one) === type)
          .map((one) => [endOf(type, entityOf(one)), nameOf(type, entityOf(one))] as const)
      ).values()
    ].toSorted()
  return { movies: listOf("movie"), shows: listOf("show") }
}
