import { inboxContract } from "../contract/Inbox.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) inboxContract(engine.name, newDatabase(engine))
