import type { Source } from "./model.js"

/** The first clause of a setting's sentence: what is needed, without what else may take its place. */
const clauseOf = (sentence: string): string => sentence.replaceAll("`", "").split(/[;,]/)[0]!.trim()

/**
 * "Last.fm account" becomes "your Last.fm user name", "address of Tautulli" becomes "the address of Tautulli"; "a
 * token" and "Tautulli's API key" stay.
 */
const withArticle = (clause: string): string =>
  /^\S+(?: \S+)? (?:account|member)$/.test(clause) && !clause.includes(" of ")
    ? `your ${clause.replace(/ (?:account|member)$/, "")} user name`
    : /^false turns /.test(clause)
      ? "to be turned on"
      : articled(clause)

const articled = (clause: string): string =>
  /^(?:the|an?|your|which|who|how)\s|^\S+[’']s\s/i.test(clause) ? clause : `the ${clause}`

const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`

/** Names of settings and commands in words: what a person has to look up, not what the configuration calls it. */
export const inWords = (names: ReadonlyArray<string>, { login, settings, title }: Source): string => {
  const provider = login?.name ?? title
  const wordsOf = (name: string) => {
    const sentence = settings.find((setting) => setting.name === name)?.sentence
    return sentence === undefined ? `a setting of ${title}` : withArticle(clauseOf(sentence))
  }
  return listed(
    Array.from(
      new Set(
        names.map((text) =>
          text
            .replace(/^.*\(or run `?daybook connect [\w-]+`?\)$/, `a login at ${provider}`)
            .replaceAll(/`?daybook connect [\w-]+`?/g, `a login at ${provider}`)
            .replaceAll("`", "")
            .replaceAll(/DAYBOOK_\w+/g, wordsOf)
        )
      )
    )
  )
}
