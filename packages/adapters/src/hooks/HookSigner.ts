import { HookSigner, type SignatureVersion } from "@daybook/core/hooks"
import { Effect, Layer } from "effect"
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto"

const secretBytes = 32
const seedBytes = 32

const sharedPrefix = "whsec_"
const privatePrefix = "whsk_"
const publicPrefix = "whpk_"

const sharedKey = () => {
  const key = `${sharedPrefix}${randomBytes(secretBytes).toString("base64")}`
  return { key, verifier: key }
}

/** The private key holds seed and public key, as in the notation of Standard Webhooks. */
const keyPair = () => {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })
  const seed = Buffer.from(d, "base64url")
  const publicKey = Buffer.from(x, "base64url")
  return {
    key: `${privatePrefix}${Buffer.concat([seed, publicKey]).toString("base64")}`,
    verifier: `${publicPrefix}${publicKey.toString("base64")}`
  }
}

const signByPrivateKey = (key: string, text: string) => {
  const bytes = Buffer.from(key.slice(privatePrefix.length), "base64")
  const jwk = {
    kty: "OKP",
    crv: "Ed25519",
    d: bytes.subarray(0, seedBytes).toString("base64url"),
    x: bytes.subarray(seedBytes).toString("base64url")
  }
  const signature = sign(null, Buffer.from(text), createPrivateKey({ key: jwk, format: "jwk" }))
  return `v1a,${signature.toString("base64")}`
}

const signBySecret = (key: string, text: string) => {
  const secret = Buffer.from(key.slice(sharedPrefix.length), "base64")
  return `v1,${createHmac("sha256", secret).update(text, "utf8").digest("base64")}`
}

const makers: Readonly<Record<SignatureVersion, typeof sharedKey>> = { v1: sharedKey, v1a: keyPair }

export const layer = Layer.succeed(HookSigner, {
  make: (version) => Effect.sync(() => makers[version]()),
  sign: (key, text) => (key.startsWith(privatePrefix) ? signByPrivateKey(key, text) : signBySecret(key, text)),
  md5: (text) => createHash("md5").update(text).digest("hex")
})
