"""Oracle text: English to trees and back."""
