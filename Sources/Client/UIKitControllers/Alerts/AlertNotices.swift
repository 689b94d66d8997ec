import MicaTrace

/// Messages of alerts about wrong use.
enum AlertNotices {
    @MainActor static func sayTwoCancels(_ alert: UIAlertController) {
        Notices.say(
            "UIAlertController: an alert has one cancel action at most; a second one is not added to '\(alert.title ?? "")'",
            key: "alertCancel")
    }

    @MainActor static func sayNoFields(_ sheet: UIAlertController) {
        Notices.say(
            "UIAlertController: a sheet of actions has no text fields; none is added to '\(sheet.title ?? "")'",
            key: "alertField")
    }

    @MainActor static func sayNoSource() {
        Notices.say(
            "UIAlertController: a sheet of actions in a wide window is a popover, which needs a place to point at: set "
                + "popoverPresentationController's sourceView or barButtonItem; it is shown in the middle",
            key: "alertSource")
    }
}
