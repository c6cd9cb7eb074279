import { readdirSync, readFileSync } from "node:fs"
import { join, posix, resolve } from "node:path"

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, "../../../..")

/** A Markdown file. `path` is from the root of the repository, with slashes. */
export interface Document {
  readonly path: string
  readonly text: string
}

const skipped = new Set(["node_modules", "dist", "coverage", ".git", ".daybook"])

/** Every file and folder below a folder, without what is installed or generated. Folders end with a slash. */
export const pathsBelow = (folder: string, prefix = ""): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? [`${prefix}${entry.name}/`, ...pathsBelow(join(folder, entry.name), `${prefix}${entry.name}/`)]
        : [`${prefix}${entry.name}`]
    )

/** The Markdown files among paths below a folder. */
export const documentsIn = (folder: string, paths: ReadonlyArray<string>): ReadonlyArray<Document> =>
  paths
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8").replaceAll("\r\n", "\n") }))

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Names that no document contains as a whole word. */
export const missingNames = (names: ReadonlyArray<string>, documents: ReadonlyArray<Document>): ReadonlyArray<string> =>
  names.filter((name) => {
    const whole = new RegExp(String.raw`(?<![\w/])${escaped(name)}(?![\w/])`)
    return !documents.some(({ text }) => whole.test(text))
  })

const withoutFences = (text: string) => text.replaceAll(/^(```|~~~)[^]*?^\1/gm, "")
const withoutCode = (text: string) => withoutFences(text).replaceAll(/`[^`\n]*`/g, "``")

const headings = (text: string): ReadonlyArray<string> =>
  Array.from(withoutFences(text).matchAll(/^#{1,6} +(.+?) *#*$/gm), ([, heading]) => heading!)

/** A heading and what stands below it, up to the next heading of any level. */
export const sectionsOf = ({ text }: Document): ReadonlyArray<{ readonly heading: string; readonly body: string }> =>
  text
    .split(/^(?=#{1,6} )/m)
    .map((part) => ({ heading: part.split("\n", 1)[0]!, body: part }))
    .filter(({ heading }) => heading.startsWith("#"))

/** The anchors that GitHub gives headings: letters, digits, hyphens; a second one of a name has a number. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  return new Set(
    headings(text).map((heading) => {
      const name = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(/\s/g, "-")
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      return count === 0 ? name : `${name}-${count}`
    })
  )
}

const linksOf = (text: string): ReadonlyArray<string> => {
  const plain = withoutCode(text)
  return [
    ...Array.from(plain.matchAll(/\]\(\s*<?([^\s)>]+)>?[^)]*\)/g), ([, target]) => target!),
    ...Array.from(plain.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm), ([, target]) => target!),
    ...Array.from(plain.matchAll(/\b(?:src|srcset|href)="([^"\s]+)"/g), ([, target]) => target!)
  ].filter((target) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
}

/** Links to missing files or anchors, each with the document that has it. */
export const brokenLinks = (
  documents: ReadonlyArray<Document>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const knownPaths = new Set(paths.map((path) => path.replace(/\/$/, "")))
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
  const isBroken = (from: string, target: string): boolean => {
    const [file = "", anchor] = target.split("#")
    const path =
      file === "" ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(file))).replace(/\/$/, "")
    if (path !== "." && !knownPaths.has(path)) return true
    return anchor !== undefined && anchors.has(path) && !anchors.get(path)!.has(anchor)
  }
  return documents.flatMap(({ path, text }) =>
    linksOf(text)
      .filter((target) => isBroken(path, target))
      .map((target) => `${path}: ${target}`)
  )
}

const packages = "core|sources|adapters|http|client|cli|page|simulators"
const isPathOfSources = new RegExp(String.raw`^(?:${packages})/(?:src|test)/`)

/** Whether a word in back-ticks means a repository path. `text/plain` and `site/` do not. */
const isRepositoryPath = (word: string, tops: ReadonlySet<string>): boolean => {
  if (!/^\.?[\w-][\w.-]*(?:\/[\w.-]+)*\/?$/.test(word)) return false
  if (/\.(?:ts|tsx|mts|mjs|cjs|md)$/.test(word)) return true
  return /\/./.test(word) && (word.endsWith("/") || tops.has(word.split("/")[0]!) || isPathOfSources.test(word))
}

/** `core/listening/model.ts` of `packages/core/src/listening/model.ts`. */
const withoutSrc = (path: string) => path.replaceAll(/\/src(?=\/|$)/g, "").replace(/\/$/, "")

/**
 * Words in back-ticks that mean a repository path but match the end of none. They may omit `src/`. Names with
 * placeholders (`<source>/source.ts`) are ignored.
 */
export const brokenPaths = (
  documents: ReadonlyArray<Document>,
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const ends = paths.map((path) => `/${withoutSrc(path)}`)
  const tops = new Set(paths.filter((path) => path.indexOf("/") === path.length - 1).map((path) => path.slice(0, -1)))
  const isThere = (word: string) => ends.some((end) => end.endsWith(`/${withoutSrc(word)}`))
  return documents.flatMap(({ path, text }) =>
    Array.from(withoutFences(text).matchAll(/`([^`\n]+)`/g), ([, word]) => word!)
      .filter((word) => isRepositoryPath(word, tops) && !isThere(word))
      .map((word) => `${path}: ${word}`)
  )
}

/** Endpoints that a document names, with its path. */
const endpointsIn = ({ path, text }: Document) =>
  Array.from(text.matchAll(/\/v1(?:\/[\w.{}-]+)+/g), ([endpoint]) => ({ path, endpoint: endpoint.replace(/\.+$/, "") }))

/** Endpoints that documents name and the API does not have, neither as a path nor as the beginning of one. */
export const unknownEndpoints = (
  documents: ReadonlyArray<Document>,
  knownPaths: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const patterns = knownPaths.flatMap((path) => {
    const parts = path.split("/").slice(1)
    return parts.map((_, index) => {
      const beginning = parts.slice(0, index + 1).map((part) => (part.startsWith("{") ? "[^/]+" : escaped(part)))
      return new RegExp(`^/${beginning.join("/")}$`)
    })
  })
  return documents
    .flatMap(endpointsIn)
    .filter(({ endpoint }) => !patterns.some((pattern) => pattern.test(endpoint)))
    .map(({ endpoint, path }) => `${path}: ${endpoint}`)
}
