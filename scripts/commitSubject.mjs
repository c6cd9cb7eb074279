// `node scripts/commitSubject.mjs <file>`: the commit-msg hook.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const maxLength = 72
const shape = /^[a-z0-9][\w./-]*(?:, [a-z0-9][\w./-]*)*: (?<verb>[a-z][a-z-]*)\b/
/** Subjects that Git generates. */
const generated = /^(?:Merge |Revert "|fixup! |squash! |amend! )/
/** Matches "added", "adding" and "adds", but not "feed", "focus" or "pass". */
const conjugated = /(?:[^e]ed|ing|[^su]s)$/
const exceptions = ["alias", "bring", "embed", "ping", "shed", "shred", "string"]

/** The problems of a commit subject as sentences; empty for a valid subject. */
export const problemsOf = (subject) => {
  if (generated.test(subject)) return []
  const verb = shape.exec(subject)?.groups?.verb
  return [
    ...(subject.length > maxLength
      ? [`The subject has ${subject.length} characters, and at most ${maxLength} are allowed.`]
      : []),
    ...(verb === undefined ? ['Write "scope: subject", both in lower case ("sync: retry a 503").'] : []),
    ...(verb !== undefined && conjugated.test(verb) && !exceptions.includes(verb)
      ? [`Write the imperative ("add", not "added" or "adds"): "${verb}".`]
      : [])
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const subject = readFileSync(process.argv[2], "utf8").split("\n", 1)[0].trimEnd()
  const problems = problemsOf(subject)
  if (problems.length > 0) {
    console.error([`Commit subject: ${subject}`, ...problems].join("\n"))
    process.exitCode = 1
  }
}
