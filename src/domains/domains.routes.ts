import { Type } from "typebox";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { exact, idParams, text } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import type { Domain } from "./domain.ts";
import { MAX_DOMAINS, recordOf } from "./service.ts";

const DomainParams = idParams("domain");

const DomainShape = Type.Object(
  {
    id: text("ID of the domain."),
    host: text("The host name, in ASCII and lower case."),
    isVerified: Type.Boolean({ description: "Whether the record was found, so that the domain serves your codes." }),
    isDefault: Type.Boolean({ description: "Whether share URLs use this domain." }),
    record: Type.Object(
      {
        type: Type.Unsafe<"TXT">({ type: "string", const: "TXT", description: "The type of the record." }),
        name: text("The name of the record."),
        value: text("The value of the record."),
      },
      { additionalProperties: false, description: "The DNS record that proves that the domain is yours." },
    ),
  },
  exact("Domain", "A domain of your own for share URLs."),
);

const DomainPage = Type.Object(
  {
    data: Type.Array(DomainShape, { description: "The domains." }),
    nextCursor: Type.Null({ description: "Always null: there is one page." }),
  },
  exact("DomainPage", "All domains."),
);

const CreateDomain = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        "A host name such as go.example.com, without scheme, port and path. Letters beyond ASCII become Punycode.",
    }),
  },
  { title: "CreateDomain", description: "A domain to add. Unknown fields are ignored." },
);

const ChangeDomain = Type.Object(
  { isDefault: Type.Boolean({ description: "True: share URLs use this domain instead of the one before." }) },
  { title: "ChangeDomain", description: "The fields to change." },
);

const EXAMPLE = {
  id: "019b7d12-7c20-7000-8a11-3f2e1d0c9b8a",
  host: "go.example.com",
  isVerified: true,
  isDefault: true,
  record: {
    type: "TXT",
    name: "_tessera.go.example.com",
    value: "tessera=5f0c2b7d9e1a4c68b3d2f7a09c1e5b4d8a6f3e20",
  },
};

const domainShape = (domain: Domain) => ({
  id: domain.id,
  host: domain.host,
  isVerified: domain.verifiedAt !== null,
  isDefault: domain.isDefault,
  record: recordOf(domain),
});

export function domainRoutes(server: Server, { domains, serializers: { locationOf } }: Services): void {
  const operation = operationsOf(server, "Domains", locationOf);

  operation({
    name: "listDomains",
    method: "GET",
    path: "/domains",
    right: "viewer",
    summary: "List your domains, newest first",
    description: `Returns all of them: a workspace can have ${MAX_DOMAINS}.`,
    output: { description: "All domains.", shape: DomainPage },
    example: { answer: { data: [EXAMPLE], nextCursor: null } },
    handle: async (request) => ({ data: (await domains.list(request.workspaceId)).map(domainShape), nextCursor: null }),
  });

  operation({
    name: "createDomain",
    method: "POST",
    path: "/domains",
    right: "owner",
    summary: "Add a domain",
    description:
      "Create its record in the DNS of the domain, then verify it. Only owners can change domains; a full API key of an owner can too.",
    body: CreateDomain,
    output: { status: 201, description: "The domain, not yet verified.", shape: DomainShape },
    example: { body: { host: EXAMPLE.host }, answer: { ...EXAMPLE, isVerified: false, isDefault: false } },
    handle: async ({ workspaceId, body }) => domainShape(await domains.add(workspaceId, body.host)),
  });

  operation({
    name: "readDomain",
    method: "GET",
    path: "/domains/:id",
    right: "viewer",
    summary: "Read a domain",
    description: "With the record that proves it.",
    params: DomainParams,
    output: { description: "The domain.", shape: DomainShape },
    example: { answer: EXAMPLE },
    handle: async (request) => domainShape(await domains.find(request.workspaceId, request.params.id)),
  });

  operation({
    name: "verifyDomain",
    method: "POST",
    path: "/domains/:id/verify",
    right: "owner",
    summary: "Verify a domain",
    description:
      "Looks up the record in the DNS now. If it is there, the domain serves the QR codes of your workspace at once; otherwise a 400 says what was found. Takes up to 10 seconds if a DNS server does not answer. A host that another workspace has verified becomes yours if that workspace's record is gone.",
    params: DomainParams,
    output: { description: "The verified domain.", shape: DomainShape },
    example: { answer: { ...EXAMPLE, isDefault: false } },
    handle: async (request) => domainShape(await domains.verify(request.workspaceId, request.params.id)),
  });

  operation({
    name: "changeDomain",
    method: "PATCH",
    path: "/domains/:id",
    right: "owner",
    summary: "Make a domain the default",
    description:
      "Share URLs and images of all QR codes of the workspace use the default domain from now on; without one, the public address of the service. Links made before go on working on every verified domain.",
    params: DomainParams,
    body: ChangeDomain,
    find: ({ workspaceId, params }) => domains.find(workspaceId, params.id),
    output: { description: "The updated domain.", shape: DomainShape },
    example: { body: { isDefault: true }, answer: EXAMPLE },
    async handle({ workspaceId, body }, _reply, domain) {
      return domainShape(await domains.change(workspaceId, domain, body.isDefault));
    },
  });

  operation({
    name: "deleteDomain",
    method: "DELETE",
    path: "/domains/:id",
    right: "owner",
    summary: "Remove a domain",
    description:
      "It stops serving your QR codes at once: printed copies with links on this domain no longer work. The QR codes themselves stay, and share URLs use the public address of the service.",
    params: DomainParams,
    output: { description: "The domain is removed." },
    handle: ({ workspaceId, params }) => domains.remove(workspaceId, params.id),
  });
}
