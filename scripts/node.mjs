// The first import of every script that a fresh clone runs. Its syntax works in any Node with modules, so that an old
// version prints a sentence instead of a stack trace.
const oldest = [20, 19]
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Daybook needs Node.js ${oldest.join(".")} or newer, this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`
  )
  process.exit(1)
}
