import { Effect } from "effect"
import { spawn } from "node:child_process"

type Environment = Readonly<Record<string, string | undefined>>

/** The command that opens an address in the person's browser; none where there is no screen to show it on. */
export const openerOf = (platform: NodeJS.Platform, env: Environment): ReadonlyArray<string> | undefined => {
  if (platform === "darwin") return ["open"]
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined
}

/** Only web addresses: anything else an opener may run. */
const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** Opens an address for the person at this terminal. A browser that does not start is no failure. */
export const openInBrowser = (address: string): Effect.Effect<void> =>
  Effect.sync(() => {
    const opener = openerOf(process.platform, process.env)
    const isTerminal = process.stdout.isTTY === true && process.stderr.isTTY === true
    if (opener === undefined || !isTerminal || !isWeb(address)) return
    const [command = "", ...words] = opener
    spawn(command, [...words, address], { detached: true, stdio: "ignore" }).on("error", () => undefined).unref()
  })
