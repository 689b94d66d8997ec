import MicaEvents
import UIKitCore

extension AlertPanel: AccessibleRoleHolder {
    /// A dialog.
    var accessibleRole: AccessibleRole { .dialog }
}
