/** Shows the copy buttons and handles clicks. Written for old browsers; the pages work without it. */
export const SCRIPT = `(function () {
  function byHand(text) {
    var area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    document.body.appendChild(area);
    area.select();
    area.setSelectionRange(0, text.length);
    var done = document.execCommand("copy");
    document.body.removeChild(area);
    return done;
  }
  function ready(button) {
    var label = button.querySelector("span");
    var before = label.textContent;
    function say(name) {
      label.textContent = status.textContent = status.getAttribute(name);
      setTimeout(function () { label.textContent = before; status.textContent = ""; }, 2000);
    }
    button.hidden = false;
    button.addEventListener("click", function () {
      var text = button.getAttribute("data-copy") || document.getElementById("text").textContent;
      function fallback() {
        var done = byHand(text);
        button.focus();
        say(done ? "data-copied" : "data-failed");
      }
      if (!navigator.clipboard) return fallback();
      navigator.clipboard.writeText(text).then(function () { say("data-copied"); }, fallback);
    });
  }
  var status = document.querySelector("[role=status]");
  var buttons = document.querySelectorAll("button[data-copy]");
  for (var i = 0; i < buttons.length; i++) ready(buttons[i]);
})();`;
