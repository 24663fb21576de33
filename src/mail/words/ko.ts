import type { MailWords } from "./en.ts";

export const ko: MailWords = {
  resetSubject: "새 비밀번호 설정",
  resetText: (email, host) => `${host}의 계정 ${email}에 대해 새 비밀번호가 요청되었습니다.`,
  resetAction: "새 비밀번호 설정",
  resetNote:
    "이 링크는 한 시간 동안 한 번만 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 바뀌지 않습니다.",

  accountSubject: (host) => `${host} 계정`,
  accountText: (email, host) => `${host}에 ${email} 계정이 만들어졌습니다. 비밀번호를 설정하고 로그인하세요.`,
  accountAction: "비밀번호 설정",
  accountNote: "이 링크는 24시간 동안 한 번만 사용할 수 있습니다.",

  invitationSubject: (workspace) => `워크스페이스 ${workspace} 초대`,
  invitationText: (inviter, workspace, host) => `${inviter} 님이 ${host}의 워크스페이스 ${workspace}에 초대했습니다.`,
  invitationAction: "워크스페이스 참여",
  invitationNote: "이 링크는 7일 동안 한 번만 사용할 수 있습니다. 보낸 사람을 모른다면 이 메일을 무시하세요.",

  deviceSubject: "계정에 새로운 로그인",
  deviceText: (email, device, time) => `계정 ${email}이(가) 새 기기에서 로그인되었습니다: ${device}, ${time}.`,
  deviceAction: "계정 열기",
  deviceNote: "본인이 아니라면 비밀번호를 변경하세요. 다른 모든 기기에서 로그아웃됩니다.",

  testSubject: "테스트 메일",
  testText: (host) => `${host}의 메일이 정상적으로 작동합니다.`,
};
