// Text that people edit: TextKit, fields, text views, the pasteboard and input methods.
@_exported import UIKitCore
