import MicaTrace

/// Messages of alerts about wrong use.
enum AlertNotices {
    @MainActor static func sayTwoCancels(_ alert: UIAlertController) {
        Notices.say(
            "UIAlertController: an alert has at most one cancel action; the second is not added to '\(alert.title ?? "")'",
            key: "alertCancel")
    }

    @MainActor static func sayNoFields(_ sheet: UIAlertController) {
        Notices.say(
            "UIAlertController: an action sheet has no text fields; none is added to '\(sheet.title ?? "")'",
            key: "alertField")
    }

    @MainActor static func sayNoSource() {
        Notices.say(
            "UIAlertController: in a wide window an action sheet is a popover, which needs an anchor: set "
                + "popoverPresentationController's sourceView or barButtonItem; it is shown in the middle",
            key: "alertSource")
    }
}
