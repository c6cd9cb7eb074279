import { spellingsContract } from "../contract/spellings.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) spellingsContract(engine.name, newDatabase(engine))
