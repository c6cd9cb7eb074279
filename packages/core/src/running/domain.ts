import { domain } from "../kit/domain.js"

export const runningDomain = domain({
  name: "running",
  title: "Running",
  entities: { activity: {} },
  changes: { activity: "/v1/running/activities/{id}" }
})
