import { realpath } from "node:fs/promises"
import { isAbsolute, relative, resolve, sep } from "node:path"

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * The file that a path in a folder names, after every symbolic link has been followed. `outside` for a path that leaves
 * the folder, by itself or through a link; `missing` if there is nothing.
 */
export const fileIn = async (
  folder: string,
  path: string
): Promise<{ readonly file: string } | "outside" | "missing"> => {
  if (path.includes("\0")) return "missing"
  const named = resolve(folder, path)
  if (!isWithin(resolve(folder), named)) return "outside"
  const [root, file] = await Promise.all([realpath(folder), realpath(named)]).catch(() => [undefined, undefined])
  if (root === undefined || file === undefined) return "missing"
  return isWithin(root, file) ? { file } : "outside"
}
