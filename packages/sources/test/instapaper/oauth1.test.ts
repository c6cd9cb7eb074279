import { describe, expect, it } from "@effect/vitest"
import { authorization, baseString } from "../../src/instapaper/login.js"
import { percentEncode } from "../../src/kit/provider/Provider.js"

describe("OAuth 1 signatures", () => {
  it("match the documented example of a large service for a POST (https://docs.x.com/resources/fundamentals/authentication)", () => {
    const header = authorization(
      {
        url: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true",
        form: { status: "Hello Ladies + Gentlemen, a signed OAuth request!" }
      },
      {
        consumerKey: "xvz1evFS4wEEPTGEFPHBog",
        consumerSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
        token: {
          key: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
          secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
        }
      },
      { nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1318622958 }
    )
    expect(header).toContain(`oauth_signature="${encodeURIComponent("hCtSmYh+iHYCEqBWrE7C7hYmtUk=")}"`)
  })

  it("cover encoded, sorted parameters including the query, without a default port", () => {
    expect(
      baseString("http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", [
        ["c2", ""],
        ["a3", "2 q"]
      ])
    ).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D"
    )
  })

  it("encode every reserved character", () => {
    expect(percentEncode("!'()* -._~é\ud800")).toBe("%21%27%28%29%2A%20-._~%C3%A9%EF%BF%BD")
    const header = authorization(
      { url: "https://x.example/a", form: { have: "1:a*b,2:c" } },
      { consumerKey: "k e", consumerSecret: "s", token: { key: "t", secret: "u" } },
      { nonce: "n", timestamp: 1 }
    )
    expect(header).toMatch(
      /^OAuth oauth_consumer_key="k%20e", oauth_nonce="n", .*oauth_token="t", oauth_signature="[\w%]+"$/
    )
  })
})
