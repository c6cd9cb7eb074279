// The door of every npm script: `node scripts/workspace.mjs <verb> [arguments]`.
// Kept to syntax that any Node with modules can read, so that an old one gets a sentence and not a stack trace.
const oldest = [20, 19]
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(`Daybook needs Node.js ${oldest.join(".")} or newer, this is ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`)
  process.exit(1)
} else {
  import("./verbs.mjs").then((verbs) => verbs.run(process.argv[2], process.argv.slice(3)))
}
