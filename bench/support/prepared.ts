/** A service that is not started yet, with codes written directly into its store. */
import { newCode } from "../../test/support/fixtures.ts";
import { addOwnerWithKey } from "../../test/support/owner.ts";
import { createService, type Service } from "../../test/support/service.ts";

export interface Prepared {
  service: Service;
  /** The owner of the codes and of the key. */
  workspaceId: string;
  codes: { id: string; shareToken: string }[];
}

export async function prepareService(dataDir: string, count: number, databaseUrl?: string): Promise<Prepared> {
  const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const service = await createService({ settings });
  return service.withStore(async (store) => {
    const { id: workspaceId, key } = await addOwnerWithKey(store);
    service.key = key;
    const codes: Prepared["codes"] = [];
    for (let i = 0; i < count; i++) {
      const fields = { name: `Code ${i}`, content: `https://example.com/landing/${i}` };
      const code = newCode(workspaceId, Date.now(), fields);
      await store.codes.create(code);
      codes.push({ id: code.id, shareToken: code.token });
    }
    return { service, workspaceId, codes };
  });
}
