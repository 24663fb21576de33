import { it } from "node:test";
import { fillDiskUnderLoad, mountSmallDisk, NO_DISK } from "./support/full-disk.ts";

it("F3: a full disk stops no redirect, and unrecorded scans are counted", async (test) => {
  const disk = mountSmallDisk(16);
  if (!disk) return test.skip(NO_DISK);
  test.after(disk.unmount);
  await fillDiskUnderLoad(20, disk.dir, { timed: true });
});
