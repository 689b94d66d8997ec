import MicaEvents
import UIKitCore

extension UITabBar: AccessibleRoleHolder {
    /// A row of tabs.
    package final var accessibleRole: AccessibleRole { .tabList }
}
